import type { InvoiceData } from '@recto/testkit/samples/invoice-data'
import { chanceOf } from '../field-documents/chance.ts'
import type { InvoiceLanguage } from './labels.ts'
import { numberMark } from './pdf-template.ts'

/** An invoice whose number ends with `numberMark`. */
export type RealisticInvoice = InvoiceData & { readonly language: InvoiceLanguage }

type Issuer = Pick<InvoiceData, 'seller' | 'customer' | 'currency' | 'bank' | 'taxPercent'> & {
  readonly language: InvoiceLanguage
  readonly prefix: string
  readonly issuedOn: string
  readonly dueOn: string
  readonly goods: readonly string[]
}

/** Returns an invoice of an issuer with so many lines; deterministic. */
export function invoiceOf(issuer: Issuer, lines: number): RealisticInvoice {
  const { prefix, goods, ...invoice } = issuer
  const chance = chanceOf(prefix.charCodeAt(0) * 1000 + lines)
  return {
    ...invoice,
    number: `${prefix}${numberMark}`,
    style: issuer.currency === 'GBP' ? 'british' : 'continental',
    lines: Array.from({ length: lines }, (_, row) => ({
      description: `${goods[row % goods.length]}${row < goods.length ? '' : `, ${chance.digits(3)}`}`,
      quantity: chance.whole(1, 12),
      unitPriceCents: chance.whole(149, 18_900),
    })),
    paymentReference: `${prefix}${numberMark}`,
  }
}

/** Companies, people, numbers and accounts are invented. */
export const issuers = {
  bakery: {
    language: 'en',
    prefix: 'HB-',
    currency: 'GBP',
    taxPercent: 20,
    issuedOn: '2026-03-09',
    dueOn: '2026-04-08',
    seller: {
      name: 'Harrow Bakehouse Supplies Ltd',
      address: ['3 Kiln Lane', 'Leeds LS9 8AB', 'United Kingdom'],
      email: 'accounts@harrowbakehouse.example',
      taxId: 'GB 204 8871 36',
    },
    customer: {
      name: 'Copper Kettle Cafes Ltd',
      address: ['71 Station Road', 'York YO1 7HT', 'United Kingdom'],
      email: 'invoices@copperkettle.example',
    },
    bank: { name: 'Aire Bank', iban: 'GB82WEST12345698765432', bic: 'WESTGB2L' },
    goods: ['Strong white flour, 25 kg', 'Rye flour, 16 kg', 'Fresh yeast, 1 kg', 'Sea salt, 5 kg'],
  },
  metalworks: {
    language: 'de',
    prefix: 'RE-2026-',
    currency: 'EUR',
    taxPercent: 19,
    issuedOn: '2026-02-17',
    dueOn: '2026-03-19',
    seller: {
      name: 'Lindner Metallbau GmbH',
      address: ['Werkstraße 12', '90441 Nürnberg', 'Deutschland'],
      email: 'buchhaltung@lindner-metallbau.example',
      taxId: 'DE 811 907 254',
    },
    customer: {
      name: 'Bauhof Sonnleitner KG',
      address: ['Am Anger 4', '85049 Ingolstadt', 'Deutschland'],
      email: 'rechnung@sonnleitner.example',
    },
    bank: { name: 'Frankenbank', iban: 'DE89370400440532013000', bic: 'COBADEFF' },
    goods: [
      'Geländer, feuerverzinkt',
      'Winkelstahl 50 x 50 x 5',
      'Montage vor Ort',
      'Schweißnähte prüfen',
      'Anfahrt',
    ],
  },
  printer: {
    language: 'fr',
    prefix: 'FA',
    currency: 'EUR',
    taxPercent: 20,
    issuedOn: '2026-01-26',
    dueOn: '2026-02-25',
    seller: {
      name: 'Imprimerie Vasseur SARL',
      address: ['18 rue des Tanneurs', '59000 Lille', 'France'],
      email: 'compta@vasseur.example',
      taxId: 'FR 32 489 117 203',
    },
    customer: {
      name: 'Éditions du Phare SA',
      address: ['5 quai Sud', '13002 Marseille', 'France'],
      email: 'factures@phare.example',
    },
    bank: { name: 'Banque du Nord', iban: 'FR1420041010050500013M02606', bic: 'BDNOFRPP' },
    goods: ['Affiches A2, quadrichromie', 'Dépliants trois volets', 'Façonnage', 'Livraison'],
  },
  flowers: {
    language: 'nl',
    prefix: 'F26-',
    currency: 'EUR',
    taxPercent: 21,
    issuedOn: '2026-04-13',
    dueOn: '2026-05-13',
    seller: {
      name: 'Van Dalen Bloemen B.V.',
      address: ['Veilingweg 88', '1431 GB Aalsmeer', 'Nederland'],
      email: 'administratie@vandalen.example',
      taxId: 'NL 8512.37.904.B01',
    },
    customer: {
      name: 'Hotel De Zwaan B.V.',
      address: ['Keizersgracht 210', '1016 DX Amsterdam', 'Nederland'],
      email: 'facturen@dezwaan.example',
    },
    bank: { name: 'Polderbank', iban: 'NL91ABNA0417164300', bic: 'POLDNL2A' },
    goods: ['Tulpen, gemengd, 50 stuks', 'Rozen, rood, 40 cm', 'Vazen, glas', 'Bezorging'],
  },
  telephone: {
    language: 'en',
    prefix: 'TEL',
    currency: 'GBP',
    taxPercent: 20,
    issuedOn: '2026-05-02',
    dueOn: '2026-05-16',
    seller: {
      name: 'Northline Telecom plc',
      address: ['1 Exchange Square', 'Manchester M3 1AA', 'United Kingdom'],
      email: 'billing@northline.example',
      taxId: 'GB 778 3120 55',
    },
    customer: {
      name: 'Penrose Surveyors LLP',
      address: ['9 Castle Street', 'Chester CH1 2DS', 'United Kingdom'],
      email: 'office@penrose.example',
    },
    bank: { name: 'Mersey Bank', iban: 'GB33BUKB20201555555555', bic: 'BUKBGB22' },
    goods: [
      'Call to a mobile, peak',
      'Call to a landline, off-peak',
      'International call, zone 2',
      'Data, 1 GB',
      'Text messages, bundle',
    ],
  },
} as const satisfies Readonly<Record<string, Issuer>>
