import { pdf } from './helpers.mjs';

const d = pdf('delivery-note-1.pdf', { size: 'LETTER' });
d.t(40, 36, 'PACKING SLIP', { s: 20, f: 'b' });
d.t(330, 36, 'Prairie Wind Lab Supply Inc.\n4100 Elm Creek Rd, Grand Island, NE 68803\n(308) 555-0144 · shipping@prairiewind.example', { s: 8.5, w: 240, a: 'r' });
d.line(40, 80, 572, 80, '#000', 1.2);
d.t(40, 92, 'Ship to', { s: 8, f: 'b' });
d.t(40, 104, 'Cottonwood Community College\nScience Building, Room 014\nAttn: Bea Lindqvist\n900 College Ave\nHastings, NE 68901', { s: 9.5 });
d.t(230, 92, 'Bill to', { s: 8, f: 'b' });
d.t(230, 104, 'Cottonwood Community College\nBusiness Office\nP.O. Box 77\nHastings, NE 68902', { s: 9.5 });
d.table(400, 90, [[80], [92]], [
  ['Slip no.', 'PS-118834'],
  ['Ship date', '08/19/2025'],
  ['Order no.', 'SO-60217'],
  ['Order date', '08/12/2025'],
  ['Customer PO', 'CCC-2608'],
  ['Ship via', 'Overland Ground'],
], { s: 8.5, head: 0, rule: 'grid' });
const y = d.table(40, 205, [[35, 'c'], [80], [217], [50, 'r'], [50, 'r'], [50, 'r'], [50]], [
  ['Line', 'Catalog no.', 'Description', 'Ordered', 'Shipped', 'Back-ord.', 'Lot'],
  ['1', 'GB-250-6', 'Beaker, borosilicate, 250 mL, pack of 6', '8', '8', '0', 'K2217'],
  ['2', 'NG-100-M', 'Nitrile gloves, medium, box of 100, powder free, blue', '20', '12', '8', '5502A'],
  ['3', 'PH-BUF-7', 'pH buffer 7.00, 500 mL', '4', '4', '0', 'B0931'],
  ['4', 'TH-SP150', 'Spirit thermometer -10 to 150 °C', '15', '15', '0', ''],
  ['5', 'SF-FIRST', 'First aid wall cabinet', '1', '0', '1', ''],
], { s: 8.5, rule: 'rows', vpad: 3 });
d.t(40, y + 12, 'Packages: 3     Gross weight: 41.6 lb     Tracking: 1ZOV 4471 0098 2213, 1ZOV 4471 0098 2222, 1ZOV 4471 0098 2231', { s: 8.5 });
d.t(40, y + 30, 'Back-ordered items are expected to ship on September 5, 2025 at no additional freight charge.', { s: 8.5 });
d.t(40, y + 46, 'Shortages or damage must be reported within 10 days of receipt. Buffer solutions: keep between 15 and 25 °C. This is not an invoice.', { s: 8.5, w: 530 });
d.t(40, y + 90, 'Picked by: RJ     Checked by: T. Marek     Received by: ____________________  Date: ________', { s: 9 });
d.end(() => d.t(40, 765, 'Prairie Wind Lab Supply Inc. · Form 22-PS (03/24) · Page 1/1', { s: 7 }));
