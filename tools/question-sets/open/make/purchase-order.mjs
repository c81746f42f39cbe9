import { pdf, xlsx } from './helpers.mjs';

const d = pdf('purchase-order-1.pdf');
d.t(45, 40, 'BRIGHTWATER BREWERIES LTD', { s: 15, f: 'b' });
d.t(45, 60, 'The Old Maltings, Quay Lane, Faversham, Kent ME13 7XQ\nCompany no. 08841273 · VAT GB 214 7730 75 · +44 1795 550 140', { s: 8 });
d.t(380, 40, 'PURCHASE ORDER', { s: 15, f: 'b', w: 170, a: 'r' });
d.box(380, 64, 170, 56);
[['PO No.', 'BW-25-00917'], ['Revision', 'B'], ['Date', '11 June 2025'], ['Buyer', 'H. Sandhu']].forEach(([a, b], i) => {
  d.t(386, 68 + i * 13, a, { s: 8.5 });
  d.t(450, 68 + i * 13, b, { s: 8.5, f: 'b' });
});
const block = (x, title, lines) => {
  d.t(x, 140, title, { s: 8, f: 'b', c: '#666' });
  d.t(x, 153, lines, { s: 9 });
};
block(45, 'VENDOR', 'Castellan Fittings GmbH\nVendor no. 40172\nHammerstraße 61\n58095 Hagen, Germany\nattn. Ulrike Pape\norders@castellan-fittings.example');
block(225, 'DELIVER TO', 'Brightwater Breweries, Goods In\nGate 3, Brents Industrial Estate\nFaversham ME13 7DZ\nMon-Thu 07:30-15:00 only');
block(405, 'INVOICE TO', 'Brightwater Breweries Ltd\nAccounts Payable\nPO Box 118, Faversham\nap@brightwater.example');
d.table(45, 245, [[150], [120], [120], [115]], [
  ['Required at dock', 'Terms of delivery', 'Payment', 'Your quotation'],
  ['4 July 2025', 'DAP Faversham', '45 days end of month', 'Q-3381 of 2 June 2025'],
], { s: 8.5, rule: 'grid', shade: '#eee' });
const y = d.table(45, 295, [[28, 'c'], [62], [185], [45, 'r'], [35], [70, 'r'], [80, 'r']], [
  ['', 'Part', '', 'Quantity', '', 'Price', ''],
  ['Item', 'number', 'Description', 'ordered', 'unit', 'each GBP', 'total GBP'],
  ['1', 'CF-2210', 'Tri-clamp ferrule 51 mm, 316L', '40', 'pcs', '4.85', '194.00'],
  ['2', 'CF-8804', 'Butterfly valve DN50 with pull handle, EPDM seat, hygienic finish', '6', 'pcs', '78.50', '471.00'],
  ['3', '', 'Silicone hose 38 mm, food grade', '25', 'm', '11.20', '280.00'],
  ['4', 'CF-0071', 'Gasket set EPDM', '10', 'set', '6.40', '64.00'],
], { s: 8.5, rule: 'grid', head: 2, shade: '#eee' });
[['Goods', '1,009.00'], ['Carriage', '35.00'], ['VAT 20%', '208.80'], ['Order total GBP', '1,252.80']].forEach(([a, b], i) => {
  d.t(380, y + 8 + i * 14, a, { s: 9, f: i === 3 ? 'b' : 'r' });
  d.t(470, y + 8 + i * 14, b, { s: 9, f: i === 3 ? 'b' : 'r', w: 77, a: 'r' });
});
d.t(45, y + 80, 'Please quote our PO number on all papers. Deliveries without a packing list will be refused. Changes in revision B: quantity of item 3 raised from 20 m to 25 m.\nSpending authority for this order up to GBP 2,500.00 approved by M. Aldous, Operations Director, 12 June 2025.', { s: 8.5, w: 500 });
d.t(45, y + 150, 'Order acknowledged by vendor: ______________________   Date: ____________', { s: 9 });
d.end(() => d.t(45, 805, 'Brightwater general conditions of purchase (issue 7, January 2023) apply. Page 1 of 1', { s: 7 }));

const day = (v) => ({ d: v });
const m = (v) => ({ m: v });
xlsx('purchase-order-2.xlsx', {
  Bestellung: [
    ['Kinderhaus Sonnenhof e.V.', null, null, null, 'BESTELLUNG'],
    ['Trägerverein, Amselweg 2, 72072 Tübingen'],
    [],
    ['Bestellnummer', 'KS-2025-058', null, null, 'Lieferant', 'Möbelwerk Haager GmbH'],
    ['Bestelldatum', day('2025-06-24'), null, null, 'Lieferanten-Nr.', '70031'],
    ['Besteller', 'Regine Stoll', null, null, 'Anschrift', 'Industriestraße 40, 74523 Schwäbisch Hall'],
    ['Telefon', '07071 55 83 20', null, null, 'E-Mail', 'auftrag@haager-moebel.example'],
    ['Kostenstelle', '4410 Gruppe Igel', null, null, 'Angebot', 'A-20418 vom 06.06.2025'],
    [],
    ['Pos.', 'Artikel', 'Menge', 'Einheit', 'Einzelpreis EUR', 'Gesamt EUR', 'Liefertermin'],
    [10, 'Tisch rund 120 cm, Buche', 4, 'Stk', m(189), m(756), day('2025-08-18')],
    [20, 'Stuhl Sitzhöhe 31 cm', 24, 'Stk', m(42.5), m(1020), day('2025-08-18')],
    [30, 'Garderobe 6er mit Ablage', 2, 'Stk', m(315), m(630), day('2025-09-01')],
    [40, 'Montage vor Ort', 1, 'psch', m(180), m(180), null],
    [],
    [null, null, null, null, 'Summe', m(2586)],
    [null, null, null, null, 'abzüglich 3 % Rabatt', m(-77.58)],
    [null, null, null, null, 'Nettobetrag', m(2508.42)],
    [null, null, null, null, 'MwSt. 19 %', m(476.6)],
    [null, null, null, null, 'Gesamtbetrag', m(2985.02)],
    [],
    ['Zahlung: 14 Tage 2 % Skonto, 30 Tage netto. Lieferung an: Kita Sonnenhof, Ursrainer Ring 91, 72076 Tübingen, Anlieferung nur vor 11 Uhr.'],
  ],
});
