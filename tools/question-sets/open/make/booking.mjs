import { pdf } from './helpers.mjs';

const d = pdf('booking-1.pdf');
d.t(40, 34, 'ALTAVIA AIR', { s: 18, f: 'b', c: '#00566b' });
d.t(300, 34, 'e-ticket itinerary and receipt', { s: 12, w: 255, a: 'r' });
d.t(300, 50, 'Issued 21 MAY 2026, 16:04 UTC by altavia.example', { s: 8, w: 255, a: 'r' });
d.box(40, 74, 515, 44, { fill: '#e2f1f4', stroke: false });
d.t(52, 82, 'Booking reference', { s: 8 });
d.t(52, 94, 'Q7XK2M', { s: 16, f: 'b' });
d.t(200, 82, 'Booked by', { s: 8 });
d.t(200, 96, 'Marguerite Oyelaran, m.oyelaran@inboxly.example', { s: 10 });
d.t(40, 134, 'Passengers', { s: 11, f: 'b' });
let y = d.table(40, 150, [[155], [115], [105], [70], [70]], [
  ['Name', 'Ticket number', 'Frequent flyer', 'Seat out', 'Seat back'],
  ['OYELARAN / MARGUERITE MRS', '881-2400713355', 'AV 40118862', '14A', '9C'],
  ['OYELARAN / FELIX MR', '881-2400713356', '', '14B', '9D'],
  ['OYELARAN / IDA MISS (CHD)', '881-2400713357', '', '14C', ''],
], { s: 8.5, rule: 'head', vpad: 3 });
d.t(40, y + 14, 'Flights', { s: 11, f: 'b' });
y = d.table(40, y + 30, [[55], [70], [130], [130], [70], [60]], [
  ['', '', 'Departure', 'Arrival', '', ''],
  ['Flight', 'Date', 'airport and time', 'airport and time', 'Class', 'Bags'],
  ['AV 318', '14 JUL 2026', 'Manchester (MAN) T2\n09:55', 'Lisbon (LIS) T1\n12:50', 'Economy Y', '1 x 23 kg'],
  ['AV 1207', '14 JUL 2026', 'Lisbon (LIS) T1\n14:20', 'Funchal (FNC)\n16:05', 'Economy Y', '1 x 23 kg'],
  ['AV 1218', '28 JUL 2026', 'Funchal (FNC)\n07:10', 'Lisbon (LIS) T1\n08:50', 'Economy M', ''],
  ['AV 321', '28 JUL 2026', 'Lisbon (LIS) T1\n11:35', 'Manchester (MAN) T2\n14:30', 'Economy M', ''],
], { s: 8.5, head: 2, rule: 'rows', vpad: 3 });
d.t(40, y + 4, 'All times are local. Flight AV 1207 is operated by Ilhas Express. Check-in closes 60 minutes before departure.', { s: 8 });
d.t(40, y + 26, 'Price', { s: 11, f: 'b' });
y = d.table(40, y + 42, [[210], [90, 'r'], [60, 'r'], [90, 'r']], [
  ['', 'each GBP', 'number', 'total GBP'],
  ['Fare, adult', '214.00', '2', '428.00'],
  ['Fare, child', '160.50', '1', '160.50'],
  ['Taxes and airport charges', '71.34', '3', '214.02'],
  ['Seat reservation', '', '5', '45.00'],
  ['Total', '', '', '847.52'],
], { s: 9, rule: 'head', bold: [5] });
d.t(40, y + 12, 'Paid by card ending 4471 on 21 May 2026. Changes: GBP 55.00 per person and direction plus any difference in fare. Refund in case of cancellation: taxes only. Children under 12 travel only with an adult.', { s: 8.5, w: 515 });
d.t(40, y + 48, 'Service: +44 161 555 0171, 06:00 to 22:00. Carriage is subject to the Montreal Convention and to our conditions of carriage; liability for baggage is limited to about 1,519 SDR per passenger.', { s: 8, w: 515 });
d.end(() => d.t(40, 812, 'Altavia Transportes Aéreos S.A., NIPC 508 771 204, Rua do Cais 9, 1900-120 Lisboa · page 1/1', { s: 7 }));
