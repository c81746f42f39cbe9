import type { InvoiceData } from './invoice-data.ts'

/** Companies, people, numbers and accounts are invented. */
export const joineryInvoice: InvoiceData = {
  seller: {
    name: 'Tallow & Reed Joinery Ltd',
    address: ['14 Coopers Wharf', 'Bristol BS1 6QZ', 'United Kingdom'],
    email: 'accounts@tallowreed.example',
    phone: '+44 117 496 0142',
    taxId: 'GB 318 2045 77',
  },
  customer: {
    name: 'Meridian Lane Hotels Ltd',
    address: ['2 Meridian Lane', 'Bath BA2 4NT', 'United Kingdom'],
    email: 'payables@meridianlane.example',
  },
  number: 'TR-2026-0417',
  issuedOn: '2026-03-14',
  dueOn: '2026-04-13',
  currency: 'GBP',
  style: 'british',
  lines: [
    { description: 'Oak reception desk, oiled finish', quantity: 1, unitPriceCents: 284_000 },
    { description: 'Wall panelling, per metre', quantity: 36, unitPriceCents: 7_450 },
    { description: 'Bar stools, walnut', quantity: 8, unitPriceCents: 18_625 },
    { description: 'Delivery and fitting on site', quantity: 3, unitPriceCents: 42_000 },
  ],
  taxPercent: 20,
  bank: { name: 'Trowbridge Mutual', iban: 'GB82TRWB09012783456120', bic: 'TRWBGB2L' },
  paymentReference: 'MLH-0417-26',
}

/** Companies, people, numbers and accounts are invented. */
export const lightingInvoice: InvoiceData = {
  seller: {
    name: 'Nordlicht Werkstatt GmbH',
    address: ['Mühlgasse 27', '8020 Graz', 'Austria'],
    email: 'billing@nordlicht-werkstatt.example',
    phone: '+43 316 555 0180',
    taxId: 'ATU 60418822',
  },
  customer: {
    name: 'Galerie Brenner & Söhne OG',
    address: ['Kaigasse 9', '5020 Salzburg', 'Austria'],
    email: 'office@galerie-brenner.example',
  },
  number: '20260388',
  issuedOn: '2026-04-03',
  dueOn: '2026-05-03',
  currency: 'EUR',
  style: 'continental',
  lines: [
    { description: 'Track spotlight LUMA 12, 3000 K', quantity: 24, unitPriceCents: 14_890 },
    { description: 'Pendant lamp HELIOS, brushed brass', quantity: 3, unitPriceCents: 61_500 },
    { description: 'Dimming controller DALI-2', quantity: 2, unitPriceCents: 32_940 },
  ],
  taxPercent: 20,
  bank: { name: 'Murbank Graz', iban: 'AT211903800047115820', bic: 'MURBAT2G' },
  paymentReference: 'RF26 0388 GBS',
}
