import { pdf } from './helpers.mjs';

const d = pdf('payslip-1.pdf');
d.t(40, 30, 'Gartenbau Lindner GmbH · Feldweg 8 · 26160 Bad Zwischenahn', { s: 8 });
d.t(330, 28, 'Entgeltabrechnung April 2025', { s: 12, f: 'b' });
d.t(330, 44, 'Druckdatum 28.04.2025  Blatt 1', { s: 8 });
d.t(40, 70, 'Frau\nKatharina Wübbels\nMoorstraße 23 a\n26188 Edewecht', { s: 10 });
const facts = [
  ['Personal-Nr.', '00137', 'Geburtsdatum', '19.08.1988'],
  ['Eintritt', '01.02.2019', 'Austritt', ''],
  ['Steuerklasse', '4', 'Kinderfreibetrag', '1,0'],
  ['Konfession', 'ev', 'Steuer-ID', '48 072 915 336'],
  ['SV-Nummer', '28190888W517', 'Krankenkasse', 'AOK Niedersachsen'],
  ['Resturlaub Tage', '21,5', 'Urlaubsanspruch', '28,0'],
];
d.box(290, 64, 265, 90);
facts.forEach((row, i) => {
  const y = 69 + i * 14;
  d.t(295, y, row[0], { s: 7.5, c: '#555' });
  d.t(357, y, row[1], { s: 8.5 });
  d.t(420, y, row[2], { s: 7.5, c: '#555' });
  d.t(485, y, row[3], { s: 8.5, });
});
let y = d.table(40, 185, [[40], [205], [60, 'r'], [60, 'r'], [75, 'r'], [75, 'r']], [
  ['LA', 'Bezeichnung', 'Menge', 'Faktor', 'Monat EUR', 'Jahr EUR'],
  ['001', 'Gehalt', '', '', '3.250,00', '13.000,00'],
  ['014', 'Überstunden', '12,50', '21,40', '267,50', '350,00'],
  ['840', 'VWL Arbeitgeberanteil', '', '', '26,59', '106,36'],
  ['', 'Gesamtbrutto', '', '', '3.544,09', '13.456,36'],
], { s: 8.5, rule: 'rows', bold: [4] });
y = d.table(40, y + 14, [[95], [70, 'r'], [70, 'r'], [70, 'r'], [70, 'r'], [70, 'r'], [70, 'r']], [
  ['Steuer/SV', 'Brutto', 'Lohnsteuer', 'Kirchenst.', 'SolZ', '', 'Summe'],
  ['Monat', '3.544,09', '412,33', '32,98', '0,00', '', '445,31'],
  ['Jahr', '13.456,36', '1.549,32', '123,92', '0,00', '', '1.673,24'],
], { s: 8.5, rule: 'rows' });
y = d.table(40, y + 6, [[95], [70, 'r'], [70, 'r'], [70, 'r'], [70, 'r'], [70, 'r'], [70, 'r']], [
  ['', 'SV-Brutto', 'KV', 'RV', 'AV', 'PV', 'Summe'],
  ['Monat', '3.544,09', '303,02', '329,60', '46,07', '85,06', '763,75'],
  ['Jahr', '13.456,36', '1.150,52', '1.251,44', '174,93', '322,95', '2.899,84'],
], { s: 8.5, rule: 'rows' });
y += 16;
for (const [a, b, f] of [
  ['Nettoverdienst', '2.335,03', 'r'],
  ['Abzug 850 Überweisung VWL', '-40,00', 'r'],
  ['Auszahlungsbetrag', '2.295,03', 'b'],
]) {
  d.t(300, y, a, { s: 9.5, f });
  d.t(470, y, b, { s: 9.5, f, w: 85, a: 'r' });
  y += 16;
}
d.t(40, y + 10, 'Überweisung auf Konto DE40 2806 1822 0041 9903 00, Raiffeisenbank Ammerland, zum 30.04.2025', { s: 8.5 });
d.t(40, y + 24, 'Mitteilung: Ab Mai steigt der Zuschuss zum Deutschlandticket auf 20,00 EUR. Bitte geben Sie Ihre Stundenzettel bis zum 22. des Monats ab.', { s: 8, w: 500 });
d.end(() => d.t(40, 812, 'Bescheinigung nach § 108 Abs. 3 GewO. Erstellt mit LohnPlus 8.3, Steuerbüro Harms & Ipsen, Oldenburg', { s: 6.5 }));
