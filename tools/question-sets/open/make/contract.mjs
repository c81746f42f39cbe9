import { pdf } from './helpers.mjs';

const blank = { size: 'A4', margins: { top: 0, left: 0, right: 0, bottom: 0 } };
{
  const d = pdf('contract-1.pdf', { font: 'Times' });
  const page = () => {
    d.doc.addPage(blank);
    return 70;
  };
  d.t(70, 120, 'AGREEMENT FOR CLEANING AND CARETAKING SERVICES', { s: 16, f: 'b', w: 455, a: 'c' });
  d.t(70, 165, 'dated 18 July 2025', { s: 11, w: 455, a: 'c' });
  let y = d.prose(70, 210, 455, [
    'This agreement is made between NORTHGATE COMMUNITY SCHOOLS TRUST, a charitable company registered in England under number 09223817, whose registered office is at 1 Priory Gate, Lincoln LN1 3DX (the "Client"), and SPARROW & FINCH FACILITIES LIMITED, registered in England under number 06610452, whose registered office is at Unit 9, Trent Park, Newark NG24 2TN (the "Contractor").',
    'It replaces the agreement between the Client and Belmont Cleaning Services Limited of 14 May 2021, which ends on 31 August 2025. The parties agree as follows.',
    '# 1. Services',
    '1.1 The Contractor shall clean and look after the buildings listed in Schedule 1 with reasonable care and skill, during term time and in the holidays, at the hours stated there.',
    '1.2 The Contractor shall appoint a contract manager, who at the date of this agreement is Mrs Denise Alcott. The Client\'s representative is its Head of Estates, Mr Paul Wetherby. Notices about day-to-day matters may be sent by e-mail to estates@northgatetrust.example.',
    '# 2. Term',
    '2.1 The services start on 1 September 2025 and continue for an initial term of thirty-six months. Unless either party gives notice, the agreement is then extended by twelve months at a time, but not beyond 31 August 2030.',
    '2.2 After the initial term either party may end the agreement on not less than three months\' written notice. During the first six months the Client may end it on four weeks\' notice without giving a reason.',
    '# 3. Charges and payment',
    '3.1 The Client shall pay a fixed charge of GBP 14,850.00 per month, exclusive of value added tax. For additional work ordered in writing the Contractor may charge GBP 19.40 per hour on weekdays and GBP 27.80 at weekends.',
    '3.2 The Contractor shall invoice monthly in arrears. Invoices are payable within thirty days of receipt. Interest on late payments is four per cent a year above the base rate of the Bank of England.',
    '3.3 The fixed charge is reviewed every year on 1 September, for the first time in 2026, in line with the Consumer Prices Index for the preceding June; an increase is limited to five per cent.',
    '# 4. Staff',
    '4.1 The Contractor shall employ only persons who hold an enhanced disclosure certificate not older than three years. Employees of the previous contractor are taken over in accordance with the Transfer of Undertakings Regulations 2006; their number is stated as seventeen.',
    '4.2 The Contractor shall pay its staff at least the rate published by the Living Wage Foundation.',
    '# 5. Insurance and liability',
    '5.1 The Contractor shall maintain public liability cover of not less than GBP 5,000,000 for each claim and employer\'s liability cover of not less than GBP 10,000,000.',
    '5.2 Except for death, personal injury and fraud, the liability of either party under this agreement is limited to GBP 500,000 in each contract year.',
    '# 6. Confidentiality and data',
    '6.1 Each party keeps secret what it learns about the other and about pupils, during the term and for five years after it. Keys and codes are handed back within two working days after the end.',
    '# 7. Termination for cause',
    '7.1 Either party may end this agreement at once if the other commits a serious breach and does not put it right within fourteen days of being asked to do so in writing, or becomes insolvent.',
    '# 8. General',
    '8.1 Changes to this agreement are valid only in writing and signed by both parties. If one clause is void, the others stay in force.',
    '8.2 This agreement is governed by the law of England and Wales. The courts of Lincoln have exclusive jurisdiction. Before going to court the parties shall try mediation under the rules of the Centre for Effective Dispute Resolution.',
  ], { s: 10.5, a: 'j', bottom: 770, page });
  y = d.prose(70, y + 8, 455, ['# Schedule 1: Buildings'], { bottom: 600, page });
  y = d.table(70, y, [[150], [125], [90, 'r'], [90, 'r']], [
    ['Building', 'Daily hours', 'Area in m²', 'Staff'],
    ['Priory Gate Primary', '15:30 - 18:30', '2,140', '4'],
    ['Bailgate Academy', '16:00 - 20:00', '6,875', '9'],
    ['Newport Sports Hall', '', '1,320', '2'],
    ['Trust offices', '06:00 - 07:30', '410', '1'],
  ], { s: 9.5, rule: 'rows' });
  y += 30;
  d.t(70, y, 'Signed for the Client', { s: 10 });
  d.t(310, y, 'Signed for the Contractor', { s: 10 });
  d.line(70, y + 45, 250, y + 45);
  d.line(310, y + 45, 490, y + 45);
  d.t(70, y + 50, 'Dr Helen Marchetti, Chief Executive', { s: 9.5 });
  d.t(310, y + 50, 'Ross Finch, Managing Director', { s: 9.5 });
  d.end((n, of) => {
    d.t(70, 800, 'Northgate / Sparrow & Finch - execution copy', { s: 7.5, f: 'i' });
    d.t(440, 800, `Page ${n} of ${of}`, { s: 7.5, w: 85, a: 'r' });
  });
}
{
  const d = pdf('contract-2.pdf');
  const page = () => {
    d.doc.addPage(blank);
    return 60;
  };
  d.t(60, 50, 'Mietvertrag über Wohnraum', { s: 17, f: 'b' });
  let y = d.prose(60, 85, 475, [
    'Zwischen Frau Gisela Oppermann, Rosenweg 3, 99425 Weimar, vertreten durch die Hausverwaltung Krämer & Voigt GbR, Anger 28, 99084 Erfurt (Vermieterin), und Herrn Daniel Sorg, geb. 09.03.1994, sowie Frau Aylin Demirci, geb. 27.12.1995, beide bisher wohnhaft Magdeburger Allee 110, 99086 Erfurt (Mieter), wird folgender Mietvertrag geschlossen:',
    '# § 1 Mieträume',
    'Vermietet wird die Wohnung Nr. 7 im 3. Obergeschoss links des Hauses Talstraße 45, 99089 Erfurt, bestehend aus drei Zimmern, Küche, Bad und Balkon. Die Wohnfläche beträgt 74,5 m². Zur Wohnung gehört der Kellerraum 12. Den Mietern werden drei Haustürschlüssel und zwei Briefkastenschlüssel übergeben.',
    '# § 2 Mietzeit',
    'Das Mietverhältnis beginnt am 01.11.2025 und läuft auf unbestimmte Zeit. Das Recht zur ordentlichen Kündigung ist für beide Seiten bis zum 31.10.2027 ausgeschlossen. Danach gilt die gesetzliche Frist. Die Übergabe findet am 30.10.2025 um 16 Uhr statt.',
    '# § 3 Miete und Betriebskosten',
    'Die monatliche Grundmiete beträgt 680,00 EUR. Daneben zahlen die Mieter Vorauszahlungen auf die Betriebskosten von 95,00 EUR und auf die Heiz- und Warmwasserkosten von 85,00 EUR sowie für den Stellplatz Nr. 4 ein Entgelt von 40,00 EUR. Die monatliche Zahlung beträgt damit insgesamt 900,00 EUR. Die Grundmiete erhöht sich wie folgt (Staffelmiete):',
  ], { s: 9.5, bottom: 770, page });
  y = d.table(80, y, [[140], [120, 'r'], [120, 'r']], [
    ['Ab dem', 'Grundmiete', 'Erhöhung'],
    ['01.11.2026', '700,00 EUR', '20,00 EUR'],
    ['01.11.2027', '720,00 EUR', '20,00 EUR'],
    ['01.11.2028', '745,00 EUR', '25,00 EUR'],
  ], { s: 9, rule: 'grid' });
  y = d.prose(60, y + 10, 475, [
    'Die Miete ist monatlich im Voraus, spätestens am dritten Werktag, auf das Konto der Hausverwaltung bei der Sparkasse Mittelthüringen, IBAN DE02 8205 1000 0163 0918 24, zu zahlen.',
    '# § 4 Kaution',
    'Die Mieter leisten eine Kaution in Höhe von drei Grundmieten, das sind 2.040,00 EUR. Sie kann in drei gleichen Raten von je 680,00 EUR gezahlt werden, die erste zu Beginn des Mietverhältnisses. Die Kaution wird getrennt vom Vermögen der Vermieterin verzinslich angelegt.',
    '# § 5 Instandhaltung',
    'Kleine Instandsetzungen tragen die Mieter bis zu 90,00 EUR im Einzelfall und höchstens 250,00 EUR im Jahr. Schäden sind der Hausverwaltung unverzüglich anzuzeigen, in Notfällen unter 0361 555 04 99. Schönheitsreparaturen übernimmt die Vermieterin.',
    '# § 6 Tierhaltung, Untervermietung',
    'Kleintiere dürfen gehalten werden. Für Hunde und Katzen ist die Erlaubnis der Vermieterin einzuholen; sie ist für die Katze „Minka“ erteilt. Eine Untervermietung bedarf der schriftlichen Zustimmung.',
    '# § 7 Haustürwiderruf, Hausordnung, Sonstiges',
    'Die Hausordnung vom 15.01.2020 ist Bestandteil dieses Vertrages. Die Mieter haben den Energieausweis (Kennwert 98 kWh/(m²·a), gültig bis 22.05.2033) eingesehen. Das Rauchen im Treppenhaus ist nicht gestattet. Änderungen dieses Vertrages bedürfen der Textform. Sollte eine Bestimmung unwirksam sein, bleiben die übrigen Bestimmungen wirksam.',
    '# § 8 Personenzahl',
    'Die Wohnung wird bei Einzug von zwei Personen bewohnt. Änderungen teilen die Mieter der Hausverwaltung innerhalb eines Monats mit, weil die Kosten für Müll und Wasser nach Personen verteilt werden.',
  ], { s: 9.5, bottom: 770, page });
  if (y > 640) y = page();
  d.t(60, y + 20, 'Erfurt, den 12.09.2025', { s: 9.5 });
  d.line(60, y + 75, 220, y + 75);
  d.t(60, y + 79, 'i. V. Matthias Voigt für die Vermieterin', { s: 8 });
  d.line(330, y + 75, 500, y + 75);
  d.t(330, y + 79, 'Daniel Sorg, Aylin Demirci', { s: 8 });
  d.end((n, of) => d.t(60, 808, `Mietvertrag Talstraße 45, WE 7 – Seite ${n}/${of} – Formular HV 2024-02`, { s: 7 }));
}
