import { pdf } from './helpers.mjs';

{
  const d = pdf('invoice-1.pdf', { font: 'Times' });
  d.t(60, 34, 'Druckerei Wieland e. K.', { s: 20, f: 'b', w: 475, a: 'c' });
  d.t(60, 58, 'Inhaber Thorsten Wieland\nHinter der Mauer 11 · 17489 Greifswald', { s: 9.5, w: 475, a: 'c' });
  d.t(60, 84, 'Steuernummer 084/291/04417\nUSt-IdNr. DE 214 880 333', { s: 9.5, w: 475, a: 'c' });
  d.t(60, 110, 'Telefon 03834 555 10 · auftrag@druck-wieland.example', { s: 9.5, w: 475, a: 'c' });
  d.line(60, 126, 535, 126);
  d.t(60, 145, 'An\nTheater am Stadtgraben gGmbH\nz. Hd. Frau Marlies Behn\nStadtgraben 3\n17489 Greifswald\nUSt-IdNr. DE 137 502 918', { s: 10.5 });
  d.t(345, 145, 'Greifswald, den 30. September 2025', { s: 10.5 });
  d.t(345, 165, 'Kundennummer: 10093\nIhr Auftrag vom 21. August 2025, Zeichen MB-44\nLieferschein 7716 vom 25.09.2025', { s: 10 });
  d.t(60, 245, 'Rechnung Nr. 2025/1183', { s: 14, f: 'b' });
  d.t(60, 268, 'Für die Lieferungen und Leistungen im September 2025 erlauben wir uns zu berechnen:', { s: 10.5 });
  let y = d.table(60, 292, [[30, 'c'], [195], [75, 'r'], [60, 'r'], [45, 'r'], [70, 'r']], [
    ['Nr.', 'Gegenstand', 'Menge', 'je EUR', 'USt', 'EUR'],
    ['1', 'Plakate A1, 4/0-farbig, 150 g', '250 Stück', '1,92', '19 %', '480,00'],
    ['2', 'Programmhefte Spielzeit 2025/26, 64 Seiten, Rückendrahtheftung', '1.500 Stück', '2,15', '7 %', '3.225,00'],
    ['3', 'Satzarbeiten nach Aufwand', '6,5 Std.', '68,00', '19 %', '442,00'],
  ], { s: 10, rule: 'head', vpad: 3 });
  y += 10;
  for (const [a, b, f] of [
    ['Summe netto', '4.147,00', 'r'],
    ['19 % Umsatzsteuer auf 922,00', '175,18', 'r'],
    ['7 % Umsatzsteuer auf 3.225,00', '225,75', 'r'],
    ['Rechnungsbetrag', '4.547,93', 'b'],
    ['abzüglich Anzahlung vom 02.09.2025', '-1.500,00', 'r'],
    ['noch zu zahlen', '3.047,93', 'b'],
  ]) {
    d.t(290, y, a, { s: 10.5, f });
    d.t(450, y, b, { s: 10.5, f, w: 82, a: 'r' });
    y += 16;
  }
  d.prose(60, y + 14, 475, [
    'Bitte überweisen Sie den offenen Betrag bis zum 30. Oktober 2025 ohne Abzug. Bei Zahlung bis zum 10. Oktober 2025 gewähren wir 2 % Skonto auf den Rechnungsbetrag.',
    'Bankverbindung: Pommersche Handelsbank, IBAN DE10 1505 0500 0102 0044 17, BIC POHBDE21GRW',
    'Die Ware bleibt bis zur vollständigen Bezahlung unser Eigentum. Beanstandungen bitte innerhalb von acht Tagen. Mehr- oder Minderlieferungen bis 5 % sind branchenüblich.',
  ], { s: 10.5 });
  d.end(() => d.t(60, 805, 'Amtsgericht Stralsund HRA 1447 · Seite 1', { s: 8, w: 475, a: 'c' }));
}
{
  const d = pdf('invoice-3.pdf');
  d.t(40, 40, 'Slieve Software Ltd', { s: 13, f: 'b' });
  d.t(40, 58, 'The Mill, Bridge Street, Westport, Co. Mayo, F28 X2K4, Ireland', { s: 8 });
  d.t(40, 92, 'INVOICE', { s: 24, c: '#777' });
  [['Number', 'SLV-25-0884'], ['Issued', '2 October 2025'], ['Due', '16 October 2025'], ['Customer', 'C-2017'], ['Your PO', '4500118273']].forEach(([a, b], i) => {
    d.t(380, 42 + i * 14, a, { s: 9, c: '#777' });
    d.t(450, 42 + i * 14, b, { s: 9 });
  });
  d.box(40, 130, 250, 104);
  d.box(305, 130, 250, 104);
  d.t(48, 136, 'SELLER', { s: 7.5, f: 'b', c: '#777' });
  d.t(48, 148, 'Slieve Software Ltd\nCompany registration 588 207\nVAT IE 3188407NH\naccounts@slieve.example\n+353 98 555 017', { s: 9 });
  d.t(313, 136, 'BUYER', { s: 7.5, f: 'b', c: '#777' });
  d.t(313, 148, 'Brouwers Logistiek NV\nKaai 214\n9000 Gent, Belgium\nVAT BE 0447.118.827\nfacturen@brouwers.example', { s: 9 });
  let y = d.table(40, 250, [[205], [60, 'r'], [75, 'r'], [65, 'r'], [110, 'r']], [
    ['', '', 'Price', '', 'Amount'],
    ['What', 'Quantity', 'per unit', 'Discount', 'EUR'],
    ['Fleet planner licence, 1 October 2025 to 31 December 2025', '35', '28.50', '10%', '897.75'],
    ['Onboarding workshop, remote (two sessions of three hours)', '2', '420.00', '', '840.00'],
    ['Data import from legacy system', '1', '650.00', '', '650.00'],
    ['Premium support, quarter', '1', '300.00', '50%', '150.00'],
  ], { s: 9, head: 2, rule: 'none', vpad: 4 });
  d.line(40, y + 4, 555, y + 4);
  y += 12;
  for (const [a, b, f] of [
    ['Total excluding VAT', '2,537.75', 'r'],
    ['VAT 0%', '0.00', 'r'],
    ['Total including VAT', '2,537.75', 'b'],
    ['Less credit note CN-0217', '-137.75', 'r'],
    ['Amount due EUR', '2,400.00', 'b'],
  ]) {
    d.t(330, y, a, { s: 9.5, f });
    d.t(470, y, b, { s: 9.5, f, w: 82, a: 'r' });
    y += 15;
  }
  d.t(40, y + 8, 'Reverse charge: the customer is liable for VAT under Article 196 of Directive 2006/112/EC.', { s: 9 });
  d.t(40, y + 32, 'Payment by SEPA direct debit', { s: 10, f: 'b' });
  d.table(40, y + 48, [[75], [200], [240]], [
    ['', 'From (payer)', 'To (payee)'],
    ['Account holder', 'Brouwers Logistiek NV', 'Slieve Software Ltd'],
    ['IBAN', 'BE33 7350 1182 0446', 'IE14 BOFI 9031 5520 4471 18'],
    ['BIC', 'GKCCBEBB', 'BOFIIE2D'],
    ['Mandate', 'SLV-MD-2017-3, signed 8 January 2024', ''],
  ], { s: 9, rule: 'grid', shade: '#f2f2f2' });
  d.t(40, y + 140, 'The debit is made on the due date; please see that the account is in funds. Licences renew for a quarter unless cancelled 30 days before the end of the period. Late payments bear interest under S.I. No. 580/2012.', { s: 8.5, w: 515 });
  d.end(() => d.t(40, 808, 'Slieve Software Ltd · Directors: N. Gallagher, A. Moran · Registered in Ireland 588207 · Page 1 of 1', { s: 7 }));
}
