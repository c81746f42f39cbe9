import { pdf } from './helpers.mjs';

{
  const d = pdf('utility-bill-1.pdf');
  d.doc.rect(0, 0, 595, 70).fill('#f3c613');
  d.t(40, 22, 'Larkfield Energy', { s: 22, f: 'b' });
  d.t(380, 20, 'Your electricity statement', { s: 12, f: 'b' });
  d.t(380, 37, '3 October 2025', { s: 10 });
  d.t(40, 95, 'Mr O Whitaker & Ms L Bramhall\n27 Quarry Terrace\nMatlock\nDE4 3QP', { s: 10 });
  d.t(330, 92, 'Account number', { s: 8, c: '#555' });
  d.t(330, 103, '850 112 7746', { s: 11, f: 'b' });
  d.t(330, 120, 'Statement number 14, for 1 July 2025 to 30 September 2025', { s: 8.5 });
  d.t(330, 134, 'Supply address: 27 Quarry Terrace, Matlock DE4 3QP', { s: 8.5 });
  d.t(330, 148, 'Meter point number (MPAN) 11 7720 4418 093', { s: 8.5 });
  d.box(40, 175, 250, 128, { fill: '#fdf6d8', stroke: false });
  d.t(50, 183, 'Summary', { s: 11, f: 'b' });
  [['Balance on your last statement', '41.07 CR'], ['Direct Debits received', '225.00 CR'], ['Electricity used this quarter', '219.23'], ['VAT at 5%', '10.96'], ['Your balance now', '35.88 CR']].forEach(([a, b], i) => {
    d.t(50, 204 + i * 17, a, { s: 9, f: i === 4 ? 'b' : 'r' });
    d.t(200, 204 + i * 17, `£${b}`, { s: 9, f: i === 4 ? 'b' : 'r', w: 80, a: 'r' });
  });
  d.t(310, 178, 'Good news, you are in credit. There is nothing to pay. Your Direct Debit stays at £75.00 a month and will next be collected on 14 October 2025.', { s: 10, w: 245 });
  d.t(310, 245, 'You used 665 kWh. In the same period last year you used 702 kWh.', { s: 9.5, f: 'b', w: 245 });
  let y = d.table(40, 325, [[95], [80], [95, 'r'], [95, 'r'], [65, 'r'], [85]], [
    ['', 'Serial', 'Reading on', 'Reading on', 'Units', ''],
    ['Meter', 'number', '1 Jul 2025', '30 Sep 2025', 'kWh', 'Type'],
    ['Import, all day', 'E19K04477', '14208', '14873', '665', 'estimated'],
    ['Export', 'E19K04477', '912', '', '', 'no reading'],
  ], { s: 9, head: 2, rule: 'head' });
  y = d.table(40, y + 18, [[250], [90, 'r'], [90, 'r'], [85, 'r']], [
    ['Charges for tariff Larkfield Fixed 18 (ends 28 February 2026)', 'Quantity', 'Price', 'Amount £'],
    ['Unit rate', '665 kWh', '24.50p', '162.93'],
    ['Standing charge', '92 days', '61.20p', '56.30'],
    ['Total before VAT', '', '', '219.23'],
    ['VAT 5%', '', '', '10.96'],
    ['Total electricity charges', '', '', '230.19'],
  ], { s: 9, rule: 'rows', bold: [5] });
  d.t(40, y + 16, 'Could you pay less? Our cheapest similar tariff is Larkfield Tracker. If you moved today you could save £38.40 a year. Your estimated annual cost on your present tariff is £972.15 (3,050 kWh). Exit fee: £50.00.', { s: 8.5, w: 515 });
  d.t(40, y + 58, 'Problems with supply: call 105 free of charge. Complaints: complaints@larkfield.example or 0333 555 0170. If we cannot settle your complaint in eight weeks you may go to the Energy Ombudsman.', { s: 8.5, w: 515 });
  d.end(() => d.t(40, 810, 'Larkfield Energy Retail Ltd. Registered in England no. 10448827. Beacon House, Derby DE1 2ZX. VAT no. GB 287 4410 41. Page 1 of 1', { s: 7 }));
}
{
  const d = pdf('utility-bill-2.pdf');
  d.t(50, 40, 'Gasversorgung Ostheide GmbH', { s: 14, f: 'b' });
  d.t(50, 58, 'Gasversorgung Ostheide GmbH · Dahlenburger Straße 77 · 21337 Lüneburg', { s: 7 });
  d.t(50, 90, 'Familie\nHendrik Voß\nHeidkamp 5\n21379 Scharnebeck', { s: 10.5 });
  [['Kundennummer', '1 200 447 65'], ['Vertragskonto', '30 118 820'], ['Rechnungsnummer', 'G-2026-004417'], ['Rechnungsdatum', '19.01.2026'], ['Abrechnungszeitraum', '01.01.2025 bis 31.12.2025'], ['Zählernummer', '7GMT0044 1988'], ['Marktlokations-ID', '51 238 700 196']].forEach(([a, b], i) => {
    d.t(330, 84 + i * 13, a, { s: 8.5 });
    d.t(430, 84 + i * 13, b, { s: 8.5 });
  });
  d.t(50, 205, 'Ihre Jahresrechnung Erdgas 2025', { s: 13, f: 'b' });
  d.t(50, 228, 'Sehr geehrter Herr Voß,\nfür Ihre Verbrauchsstelle Heidkamp 5 haben wir für das Jahr 2025 Kosten von 1.678,10 EUR brutto ermittelt. Nach Abzug der gezahlten Abschläge bleibt eine Nachzahlung von 83,10 EUR, die wir zum 09.02.2026 von Ihrem Konto DE08 2405 0110 0047 **** 21 einziehen. Ihr neuer monatlicher Abschlag beträgt ab 01.03.2026 153,00 EUR (bisher 145,00 EUR).', { s: 9.5, w: 495 });
  let y = d.table(50, 320, [[85], [75, 'r'], [75, 'r'], [65, 'r'], [60, 'r'], [65, 'r'], [70, 'r']], [
    ['Verbrauch', 'Zählerstand', 'Zählerstand', 'Differenz', 'Zustands-', 'Brennwert', 'Verbrauch'],
    ['', 'alt', 'neu', 'm³', 'zahl', 'kWh/m³', 'kWh'],
    ['01.01.-31.12.25', '8.214', '9.527', '1.313', '0,9611', '11,302', '14.262'],
  ], { s: 8.5, head: 2, rule: 'rows' });
  y = d.table(50, y + 16, [[215], [95, 'r'], [95, 'r'], [90, 'r']], [
    ['Kosten', 'Menge', 'Preis netto', 'Betrag EUR'],
    ['Arbeitspreis (einschließlich CO2-Preis und Energiesteuer)', '14.262 kWh', '8,92 ct/kWh', '1.272,17'],
    ['Grundpreis', '12 Monate', '11,50 EUR', '138,00'],
    ['Nettobetrag', '', '', '1.410,17'],
    ['Umsatzsteuer', '', '19 %', '267,93'],
    ['Bruttobetrag', '', '', '1.678,10'],
    ['bezahlte Abschläge (brutto)', '11', '145,00 EUR', '-1.595,00'],
    ['Nachzahlung', '', '', '83,10'],
  ], { s: 8.5, rule: 'rows', bold: [5, 7] });
  d.t(50, y + 14, 'Vergleich mit den Vorjahren', { s: 9.5, f: 'b' });
  y = d.table(50, y + 28, [[70], [80, 'r'], [60, 'r'], [110, 'r'], [175]], [
    ['Jahr', 'kWh', 'Tage', 'Kosten brutto', 'Ablesung'],
    ['2025', '14.262', '365', '1.678,10', 'durch Kunden'],
    ['2024', '13.870', '366', '1.592,44', 'durch Netzbetreiber'],
    ['2023', '15.015', '211', '', 'geschätzt, Einzug 04.06.2023'],
  ], { s: 8.5, rule: 'head' });
  d.t(50, y + 14, 'In den Kosten sind enthalten: Netznutzung 301,18 EUR, Messstellenbetrieb 14,70 EUR, CO2-Kosten 142,60 EUR, jeweils netto. Der Vertrag kann mit einer Frist von einem Monat gekündigt werden. Verbraucherbeschwerden: service@gv-ostheide.example, Telefon 04131 555 200. Schlichtungsstelle Energie e.V., Berlin.', { s: 8, w: 495 });
  d.line(50, 790, 545, 790);
  d.end(() => {
    d.t(50, 795, 'Geschäftsführung: Dr. Antje Pohl\nAG Lüneburg HRB 204 551', { s: 7 });
    d.t(215, 795, 'USt-IdNr. DE 257 118 404\nSteuernummer 33/200/11872', { s: 7 });
    d.t(375, 795, 'Sparkasse Lüneburg\nDE13 2405 0110 0000 1182 07', { s: 7 });
  });
}
