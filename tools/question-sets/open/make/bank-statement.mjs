import { pdf } from './helpers.mjs';

{
  const d = pdf('bank-statement-1.pdf');
  const head = () => {
    d.t(50, 36, 'Volksbank Oberlahn eG', { s: 15, f: 'b', c: '#1b3f73' });
    d.t(50, 55, 'Filiale Marktplatz · Marktplatz 4 · 35781 Weilburg', { s: 7.5 });
    d.t(390, 36, 'Kontoauszug 3/2025', { s: 12, f: 'b' });
    d.t(390, 52, 'erstellt am 01.04.2025', { s: 8 });
  };
  head();
  d.t(50, 110, 'Herrn und Frau\nJonas und Mira Eberling\nAm Steinbruch 17\n35789 Weilmünster', { s: 10 });
  d.t(390, 100, 'IBAN', { s: 8 });
  d.t(440, 100, 'DE71 5119 0099 0072 4410 08', { s: 8 });
  d.t(390, 113, 'BIC', { s: 8 });
  d.t(440, 113, 'GENODE51OBL', { s: 8 });
  d.t(390, 126, 'Ihr Berater', { s: 8 });
  d.t(440, 126, 'Herr Tobias Kunz', { s: 8 });
  d.t(390, 139, 'Telefon', { s: 8 });
  d.t(440, 139, '06471 5520-118', { s: 8 });
  d.t(50, 195, 'Kontoart: VR-Privatkonto Klassik     Kontowährung: EUR     eingeräumte Kontoüberziehung: 2.500,00 EUR', { s: 8.5 });
  const cols = [[48], [48], [280], [110, 'r']];
  const top = ['Bu-Tag', 'Wert', 'Vorgang', 'Betrag in EUR'];
  let y = d.table(50, 215, cols, [
    top,
    ['', '', 'alter Kontostand vom 28.02.2025', '2.184,37 H'],
    ['03.03.', '03.03.', 'Dauerauftrag\nHausverwaltung Brandt Miete März Whg 2. OG', '890,00 S'],
    ['04.03.', '05.03.', 'Basislastschrift\nStadtwerke Weilburg Abschlag 03/25 Vertragskonto 200418877', '127,45 S'],
    ['07.03.', '07.03.', 'Kartenzahlung girocard\nFrischmarkt Kessler//Weilburg/DE 06.03.2025 18:42', '63,18 S'],
    ['10.03.', '10.03.', 'Überweisungsgutschrift\nKneipp-Apotheke Retoure RG 7719', '48,90 H'],
    ['14.03.', '14.03.', 'Barauszahlung Geldautomat\nGA 00417 Limburg', '200,00 S'],
  ], { s: 8.5, rule: 'head' });
  d.t(98 + 51, y + 8, 'Übertrag auf Blatt 2', { s: 8.5, f: 'b' });
  d.t(426, y + 8, '952,64 H', { s: 8.5, f: 'b', w: 107, a: 'r' });
  d.doc.addPage({ size: 'A4', margins: { top: 0, left: 0, right: 0, bottom: 0 } });
  head();
  y = d.table(50, 90, cols, [
    top,
    ['', '', 'Übertrag von Blatt 1', '952,64 H'],
    ['17.03.', '17.03.', 'Folgelastschrift\nNassauer Feuerkasse Hausrat HR-448120', '38,72 S'],
    ['21.03.', '24.03.', 'Basislastschrift\nBücherwelt24 GmbH Bestellung 90-1182', '119,95 S'],
    ['25.03.', '25.03.', 'Dauerauftrag\nSparplan Emil Eberling', '150,00 S'],
    ['27.03.', '27.03.', 'Lohn/Gehalt\nOptik Lahntal KG Gehalt 03/2025 Pers.-Nr. 0412', '3.012,55 H'],
    ['31.03.', '31.03.', 'Abschluss lt. Anlage\nEntgelt Kontoführung 5,90', '5,90 S'],
    ['', '', 'neuer Kontostand vom 31.03.2025', '3.650,62 H'],
  ], { s: 8.5, rule: 'head', bold: [7] });
  d.t(50, y + 20, 'Summe der Gutschriften im Auszug: 3.061,45 EUR. Summe der Belastungen im Auszug: 1.595,20 EUR.', { s: 8 });
  d.t(50, y + 40, 'Bitte prüfen Sie die Buchungen. Einwendungen gegen Rechnungsabschlüsse müssen spätestens sechs Wochen nach Zugang erhoben werden. Guthaben sind nach Maßgabe des Einlagensicherungsgesetzes bis 100.000 EUR geschützt. S = Soll, H = Haben.', { s: 7.5, w: 490 });
  d.end((n, of) => {
    d.t(50, 800, 'Volksbank Oberlahn eG · Sitz Weilburg · Genossenschaftsregister Limburg GnR 2117 · USt-IdNr. DE 112 604 883', { s: 7 });
    d.t(490, 800, `Blatt ${n} von ${of}`, { s: 7 });
  });
}
{
  const d = pdf('bank-statement-3.pdf');
  d.box(40, 30, 515, 60, { fill: '#e9efe6', stroke: false });
  d.t(52, 42, 'BANQUE RÉGIONALE DU VERCORS', { s: 14, f: 'b', c: '#23502c' });
  d.t(52, 62, 'Agence de Romans - 12 place Jules Nadi - 26100 Romans-sur-Isère', { s: 8 });
  d.t(400, 44, 'RELEVÉ DE COMPTE N° 005', { s: 10, f: 'b' });
  d.t(400, 60, 'du 01/05/2025 au 31/05/2025', { s: 8.5 });
  d.t(330, 112, 'SARL MENUISERIE DELORME\nM. Étienne Delorme\nZA des Chasses\n26300 Bourg-de-Péage', { s: 10 });
  d.t(40, 112, 'Compte courant professionnel n° 00034170629', { s: 8.5 });
  d.t(40, 125, 'IBAN : FR57 1391 7000 5400 0341 7062 938', { s: 8.5 });
  d.t(40, 138, 'BIC : BRVEFR2G', { s: 8.5 });
  d.t(40, 151, 'Votre conseillère : Sandrine Magnat, 04 75 90 11 62', { s: 8.5 });
  const y = d.table(40, 200, [[52], [52], [251], [80, 'r'], [80, 'r']], [
    ['Date', 'Valeur', 'Nature des opérations', 'Débit (€)', 'Crédit (€)'],
    ['', '', 'Solde précédent au 30/04/2025', '', '8 412,06'],
    ['05/05/25', '05/05/25', 'Virement reçu Ateliers Fournier facture D-0418', '', '2 640,00'],
    ['06/05/25', '06/05/25', 'Prélèvement URSSAF Rhône-Alpes échéance mensuelle référence 827 004 119', '1 187,00', ''],
    ['12/05/25', '14/05/25', 'Facture carte 10/05 Papeterie du Dauphiné', '84,35', ''],
    ['15/05/25', '15/05/25', 'Virement émis SCI Les Chasses loyer mai', '1 450,00', ''],
    ['20/05/25', '22/05/25', 'Remise de chèque n° 4410287', '', '375,50'],
    ['28/05/25', '28/05/25', 'Commission de mouvement', '12,90', ''],
    ['30/05/25', '30/05/25', 'Échéance prêt 0091-22', '612,48', ''],
    ['', '', 'Totaux des mouvements', '3 346,73', '3 015,50'],
    ['', '', 'Nouveau solde au 31/05/2025', '', '8 080,83'],
  ], { s: 8.5, rule: 'grid', shade: '#e9efe6', bold: [9, 10], vpad: 3 });
  d.t(40, y + 18, 'Autorisation de découvert : 5 000,00 € jusqu\'au 31/12/2025. Taux débiteur : 11,40 % l\'an.', { s: 8.5 });
  d.t(40, y + 34, 'Sauf contestation dans un délai de 30 jours, les opérations de ce relevé sont réputées approuvées. Médiateur : Le Médiateur, 21 boulevard Chasseurs, 26000 Valence. Pour un litige de carte : 09 69 39 00 00 (appel non surtaxé).', { s: 7.5, w: 515 });
  d.end(() => d.t(40, 810, 'Banque Régionale du Vercors, société coopérative à capital variable - 552 090 110 RCS Romans - TVA FR 95 552090110 - Page 1/1', { s: 7 }));
}
