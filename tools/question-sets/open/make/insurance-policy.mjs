import { docx, pdf } from './helpers.mjs';

{
  const d = pdf('insurance-policy-1.pdf');
  d.t(50, 38, 'NASSAUER FEUERKASSE', { s: 15, f: 'b', c: '#a33' });
  d.t(50, 57, 'Versicherungsverein auf Gegenseitigkeit', { s: 8 });
  d.t(355, 40, 'Versicherungsschein', { s: 14, f: 'b' });
  d.t(355, 60, 'Hausratversicherung Komfort', { s: 10 });
  d.t(50, 100, 'Nassauer Feuerkasse VVaG, Postfach 1204, 65532 Limburg', { s: 6.5 });
  d.t(50, 113, 'Herrn\nKonstantin Weyrich\nHainstraße 28\n35578 Wetzlar', { s: 10.5 });
  d.table(330, 100, [[100], [120]], [
    ['Versicherungsnummer', 'HR-520 884 17'],
    ['ersetzt Schein vom', '14.10.2022'],
    ['Ausgestellt am', '06.10.2025'],
    ['Vertragsbeginn', '01.11.2022, 0 Uhr'],
    ['Änderung gültig ab', '01.11.2025'],
    ['Vertragsablauf', '01.11.2028, 0 Uhr'],
    ['Zahlungsweise', 'jährlich zum 01.11.'],
  ], { s: 8.5, head: 0, rule: 'rows' });
  d.t(50, 225, 'Grund der Ausfertigung: Umzug und Erhöhung der Versicherungssumme (bisher 48.000 EUR)', { s: 9.5, f: 'b' });
  d.t(50, 245, 'Versicherungsort: Hainstraße 28, 35578 Wetzlar, 2. Etage (vorher: Gloelstraße 5, 35576 Wetzlar)\nWohnfläche: 93 m²     Bauart: massiv     Ständig bewohnt: ja     Vorschäden in fünf Jahren: 1 (Leitungswasser 2023)', { s: 9 });
  let y = d.table(50, 290, [[190], [100, 'r'], [100, 'r'], [105, 'r']], [
    ['Versicherte Gefahren und Bausteine', 'Versicherungs-\nsumme EUR', 'Selbst-\nbeteiligung EUR', 'Jahresbeitrag\nnetto EUR'],
    ['Feuer, Leitungswasser, Sturm, Einbruch', '62.000', '150', '84,20'],
    ['Elementarschäden (Zone 1)', '62.000', '500', '21,70'],
    ['Fahrraddiebstahl', '3.000', '', '12,50'],
    ['Glasbruch', '', '', 'beitragsfrei'],
  ], { s: 9, rule: 'grid', shade: '#f4e6e6', vpad: 3 });
  [['Jahresbeitrag netto', '118,40'], ['Versicherungsteuer 19 %', '22,50'], ['Jahresbeitrag brutto', '140,90']].forEach(([a, b], i) => {
    d.t(330, y + 10 + i * 15, a, { s: 9, f: i === 2 ? 'b' : 'r' });
    d.t(470, y + 10 + i * 15, b, { s: 9, f: i === 2 ? 'b' : 'r', w: 72, a: 'r' });
  });
  y = d.prose(50, y + 70, 495, [
    'Der bisherige Jahresbeitrag betrug 112,46 EUR brutto. Der Beitrag wird von Ihrem Konto mit der Endnummer 0417 abgebucht, erstmals am 03.11.2025. Kontoinhaberin ist Frau Lea Weyrich.',
    'Es gelten die Allgemeinen Hausrat-Versicherungsbedingungen (VHB 2022) und die Klausel PK 7110 (Fahrräder). Wertsachen sind bis 20 % der Versicherungssumme versichert, Bargeld außerhalb eines Tresors bis 1.500 EUR. Der Vertrag verlängert sich um jeweils ein Jahr, wenn er nicht spätestens drei Monate vor Ablauf in Textform gekündigt wird.',
    'Sie können Ihre Vertragserklärung innerhalb von 14 Tagen widerrufen. Ihr Ansprechpartner ist die Agentur Sabine Theis, Karl-Kellner-Ring 40, 35576 Wetzlar, Telefon 06441 555 70. Schäden melden Sie bitte unter 06431 555 999 (rund um die Uhr) oder schaden@feuerkasse.example.',
  ], { s: 9 });
  d.t(50, y + 20, 'Der Vorstand\nDr. Ruth Hellwig     Bernd Eichner', { s: 9 });
  d.end(() => d.t(50, 808, 'Nassauer Feuerkasse VVaG · Amtsgericht Limburg HRB 1180 · Versicherungsteuer-Nr. 807/V90807004412 · Aufsicht: BaFin · Seite 1 von 1', { s: 7 }));
}
{
  const d = pdf('insurance-policy-2.pdf', { font: 'Times' });
  d.box(0, 0, 595, 60, { fill: '#2b2350', stroke: false });
  d.t(40, 20, 'Copperfield Mutual', { s: 20, f: 'b', c: '#fff' });
  d.t(340, 26, 'Motor policy schedule', { s: 14, c: '#fff' });
  d.t(40, 76, 'This schedule replaces all earlier ones and must be read together with policy booklet CM-MOT 11/24.', { s: 9, f: 'i' });
  const pair = (x, y, rows, w) => rows.forEach(([a, b], i) => {
    d.t(x, y + i * 15, a, { s: 9, c: '#555' });
    d.t(x + w, y + i * 15, b, { s: 10 });
  });
  d.t(40, 100, 'You', { s: 11, f: 'b' });
  pair(40, 118, [['Policyholder', 'Dr Anneliese Burgoyne'], ['Address', '4 Chapel Steps, Ludlow SY8 2LN'], ['Occupation', 'veterinary surgeon'], ['Policy number', 'CM/774/20931-4'], ['Renewal no.', '3']], 75);
  d.t(315, 100, 'Period of cover', { s: 11, f: 'b' });
  pair(315, 118, [['From', '00:01 on 19 November 2025'], ['To', '23:59 on 18 November 2026'], ['Issued', '27 October 2025'], ['Broker', 'Teme Valley Insurance Services'], ['Broker ref.', 'TV-11803']], 75);
  d.t(40, 205, 'Vehicle', { s: 11, f: 'b' });
  d.table(40, 222, [[80], [150], [70], [75, 'r'], [70, 'r'], [70]], [
    ['Registration', 'Make and model', 'First reg.', 'Value £', 'Miles a year', 'Kept'],
    ['VK19 HTZ', 'Marlow Estate 2.0 diesel', '03/2019', '11,400', '12,000', 'drive'],
  ], { s: 9, rule: 'grid', shade: '#ece9f5' });
  d.t(40, 275, 'Drivers', { s: 11, f: 'b' });
  let y = d.table(40, 292, [[150], [85], [95], [70, 'r'], [115]], [
    ['Name', 'Date of birth', 'Licence', 'Years held', 'Claims and convictions'],
    ['Dr Anneliese Burgoyne', '08/05/1976', 'Full UK', '29', ''],
    ['Mr Hugh Burgoyne', '30/11/1974', 'Full UK', '31', 'SP30, 12/02/2024'],
    ['Miss Tilda Burgoyne', '14/07/2007', 'Provisional UK', '', ''],
  ], { s: 9, rule: 'grid', shade: '#ece9f5' });
  d.t(40, y + 14, 'Cover: comprehensive. Use: social, domestic and pleasure and the policyholder\'s own business. No claim discount: 9 years, protected.', { s: 9.5, w: 515 });
  d.t(40, y + 46, 'Excesses', { s: 11, f: 'b' });
  y = d.table(40, y + 62, [[200], [85, 'r'], [85, 'r'], [85, 'r']], [
    ['', 'Compulsory £', 'Voluntary £', 'Total £'],
    ['Accidental damage', '150', '200', '350'],
    ['Additional for provisional drivers', '400', '', '400'],
    ['Fire and theft', '150', '', '150'],
    ['Windscreen replacement', '95', '', '95'],
  ], { s: 9, rule: 'rows' });
  d.t(40, y + 14, 'Premium', { s: 11, f: 'b' });
  d.t(40, y + 32, 'Your premium for the year is £486.72, made up of £434.57 for the insurance and £52.15 insurance premium tax at 12%. Last year you paid £451.30. If you choose to pay by instalments the total is £515.90, with a first payment of £85.90 and ten payments of £43.00.', { s: 10, w: 515 });
  d.t(40, y + 84, 'Endorsements that apply: 07 (tracker not required), 22 (foreign use, 90 days). To make a claim ring 0333 555 0144; breakdown is not included.', { s: 10, w: 515 });
  d.end(() => d.t(40, 806, 'Copperfield Mutual Insurance Society Ltd, 1 Foregate, Worcester WR1 1DY. Authorised by the PRA and regulated by the FCA and the PRA, no. 117440. Page 1 of 1', { s: 7.5, w: 515 }));
}
docx('insurance-policy-3.docx', [
  'Mutuelle des Artisans du Rhône',
  '112 cours Albert-Thomas, 69008 Lyon',
  '# Conditions particulières',
  'Assurance responsabilité civile professionnelle et décennale',
  { head: false, rows: [
    ['Souscripteur', 'Toitures Belhomme SARL'],
    ['Adresse', '8 chemin des Balmes, 38200 Vienne'],
    ['SIREN', '419 880 273'],
    ['Représentée par', 'Mme Inès Belhomme, gérante'],
    ['Contrat n°', 'RCD 70.118.446'],
    ['Client n°', '2200931'],
    ['Intermédiaire', 'Cabinet Ogier et Associés, code 0418'],
  ] },
  '## Durée',
  'Le contrat prend effet le 1er janvier 2026 à 0 heure. Il est conclu pour un an et renouvelé par tacite reconduction. Échéance principale : 1er janvier. Préavis de résiliation : deux mois. Il remplace le contrat n° RCD 70.092.115 souscrit le 3 mars 2021.',
  '## Activités déclarées',
  '- Couverture (tuiles, ardoises)',
  '- Zinguerie',
  '- Isolation de combles, à l\'exclusion de la projection de mousse',
  'Effectif déclaré : 6 personnes. Chiffre d\'affaires déclaré pour 2025 : 684 000 €.',
  '## Garanties',
  { rows: [
    ['Nature de la garantie', 'Plafond par sinistre (€)', 'Franchise (€)'],
    ['Responsabilité décennale', '1 500 000', '2 000'],
    ['Dommages corporels', '8 000 000', ''],
    ['Dommages matériels et immatériels', '1 200 000', '1 000'],
    ['Atteinte à l\'environnement', '300 000', '3 000'],
    ['Défense et recours', '25 000', ''],
  ] },
  '## Cotisation',
  'La cotisation annuelle hors taxes est de 3 612,00 €. S\'y ajoutent la taxe de 9 %, soit 325,08 €, et les frais de 24,00 €, ce qui donne une cotisation annuelle de 3 961,08 € TTC, payable par trimestre. Le premier terme, de 990,27 €, est exigible le 15 janvier 2026. Pour l\'exercice 2025, la cotisation était de 3 744,50 € TTC.',
  'En cas de sinistre : déclaration dans les cinq jours ouvrés à sinistres@martisans-rhone.example ou au 04 72 55 50 90.',
  'Fait à Lyon, le 9 décembre 2025, en deux exemplaires.',
  { head: false, plain: true, rows: [['Le souscripteur', 'Pour la mutuelle'], ['I. Belhomme', 'Gilles Ravier, directeur des contrats']] },
], 'Mutuelle des Artisans du Rhône, société d\'assurance mutuelle à cotisations variables, SIREN 779 818 442, régie par le Code des assurances – RCD 70.118.446 – page 1');
