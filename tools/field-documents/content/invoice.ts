import { omitUndefined } from '@recto/omit-undefined'
import type { LabelledText, PrintedTable } from '../blocks.ts'
import {
  addressOf,
  bareFact,
  dayFact,
  type Fact,
  ibanFact,
  type Making,
  type NamedAddress,
  numberOf,
  type Printed,
  textFact,
  trap,
} from '../facts.ts'
import { bicOf, ibanOf, inFours, vatIdOf } from '../numbers.ts'
import { addDays } from '../writing.ts'
import { sumsOf } from './invoice-sums.ts'
import { companyIn, domainOf, otherThan, personIn, phoneIn } from './parties.ts'

export type InvoiceContent = Printed & {
  readonly title: string
  readonly seller: NamedAddress
  readonly buyer: NamedAddress
  /** Details below the buyer's address. */
  readonly buyerDetails: readonly LabelledText[]
  readonly billTo: string
  readonly delivery?: { readonly heading: string; readonly party: NamedAddress }
  /** Numbers and days. */
  readonly meta: readonly LabelledText[]
  readonly items: PrintedTable
  /** Net, taxes and total, from the top. */
  readonly totals: readonly LabelledText[]
  /** Amount of each tax rate, for layouts that show it. */
  readonly taxes: PrintedTable | undefined
  readonly contact: readonly LabelledText[]
  readonly bank: readonly LabelledText[]
  readonly notes: readonly string[]
}

export function invoiceContent(making: Making): InvoiceContent {
  const { words, chance, writing } = making
  const country = words.list('country')[0] ?? ''
  const seller = companyIn(making)
  const buyer = otherThan(seller, () =>
    chance.happens(0.6) ? companyIn(making) : personIn(making),
  )
  const meta = metaOf(making)
  const sums = sumsOf(making)
  const contact = contactOf(making, seller, country)
  const bank = bankOf(making, country)
  const details = buyerDetailsOf(making, buyer, country)
  const billTo = words.label('bill_to', chance)
  const currency: readonly Fact[] = writing.hasCurrency
    ? [bareFact('currency', writing.currency, false)]
    : []
  const drawn = [...meta, ...sums.totals, ...contact, ...bank, ...details].filter(isFact)
  const facts = [
    ...drawn,
    ...sums.concluded,
    ...currency,
    bareFact('seller_name', seller.name),
    bareFact('seller_address', addressOf(seller)),
    { ...bareFact('customer_name', buyer.name), label: billTo.text, isHard: billTo.isSynonym },
    bareFact('customer_address', addressOf(buyer)),
  ]
  const delivered = otherThan(buyer, () => companyIn(making))
  return {
    title: chance.pick(words.list('invoice')),
    seller,
    buyer,
    buyerDetails: details,
    billTo: billTo.text,
    ...omitUndefined({
      delivery: chance.happens(0.4)
        ? { heading: words.label('ship_to', chance).text, party: delivered }
        : undefined,
    }),
    meta,
    items: sums.items,
    totals: sums.totals,
    taxes: sums.taxes,
    contact,
    bank,
    notes: [...sums.notes, ...words.list('thanks')],
    facts,
    absent: absentOf(facts, sums.unclear),
  }
}

const isFact = (pair: LabelledText | Fact): pair is Fact => 'field' in pair

const may = [
  'due_date',
  'order_number',
  'customer_number',
  'delivery_date',
  'vat_id',
  'iban',
  'bic',
  'email',
  'phone',
  'website',
  'amount_paid',
  'payment_method',
  'customer_vat_id',
  'customer_email',
  'tax',
  'vat_rate',
  'balance_due',
]

function absentOf(facts: readonly Fact[], unclear: readonly string[]): readonly string[] {
  const there = new Set([...facts.map(({ field }) => field), ...unclear])
  // Where only the customer has an e-mail address, who asks for one may well want that.
  if (there.has('customer_email')) there.add('email')
  return may.filter((field) => !there.has(field))
}

function metaOf(making: Making): readonly LabelledText[] {
  const { chance } = making
  const year = chance.pick(['2024', '2025', '2026'])
  const date = `${year}-${String(chance.whole(1, 12)).padStart(2, '0')}-${String(chance.whole(1, 28)).padStart(2, '0')}`
  const prefix = chance.pick(['RE', 'INV', 'F', 'A'])
  /** Now and then an order has a number that looks like an amount. */
  const order = chance.happens(0.15)
    ? `${chance.digits(4)}.${chance.digits(2)}`
    : chance.pick([() => chance.digits(8), () => numberOf(chance, 'PO', year)])()
  const pairs: readonly (LabelledText | undefined)[] = [
    textFact(making, 'invoice_number', numberOf(chance, prefix, year)),
    dayFact(making, 'date', date),
    chance.happens(0.7)
      ? dayFact(making, 'due_date', addDays(date, chance.pick([14, 30])))
      : undefined,
    chance.happens(0.6) ? textFact(making, 'order_number', order) : undefined,
    chance.happens(0.4)
      ? trap(making, 'order_date', making.writing.day(addDays(date, -chance.whole(8, 30))))
      : undefined,
    chance.happens(0.6) ? textFact(making, 'customer_number', chance.digits(5)) : undefined,
    chance.happens(0.4)
      ? dayFact(making, 'delivery_date', addDays(date, -chance.whole(1, 7)))
      : undefined,
    chance.happens(0.3) ? trap(making, 'delivery_note', chance.digits(6)) : undefined,
  ]
  const kept = pairs.filter((pair) => pair !== undefined)
  if (!chance.happens(0.4)) return kept
  return [...kept.slice(2), ...kept.slice(0, 2)]
}

function contactOf(making: Making, seller: NamedAddress, country: string): readonly LabelledText[] {
  const { chance } = making
  const domain = domainOf(seller.name)
  const pairs: readonly (LabelledText | undefined)[] = [
    chance.happens(0.8) ? textFact(making, 'phone', phoneIn(country, chance)) : undefined,
    chance.happens(0.4) ? trap(making, 'fax', phoneIn(country, chance)) : undefined,
    chance.happens(0.7)
      ? textFact(making, 'email', `${chance.pick(['info', 'office', 'billing'])}@${domain}`)
      : undefined,
    chance.happens(0.6) ? textFact(making, 'website', `www.${domain}`) : undefined,
    chance.happens(0.85) ? textFact(making, 'vat_id', vatIdOf(country, chance)) : undefined,
    chance.happens(0.5) ? trap(making, 'company_number', chance.digits(8)) : undefined,
  ]
  return pairs.filter((pair) => pair !== undefined)
}

function bankOf(making: Making, country: string): readonly LabelledText[] {
  const { words, chance } = making
  const iban = ibanOf(country, chance)
  const pairs: readonly (LabelledText | undefined)[] = [
    chance.happens(0.7)
      ? ibanFact(making, iban, chance.happens(0.7) ? inFours(iban) : iban)
      : trap(making, 'account_number', chance.digits(9)),
    chance.happens(0.5) ? textFact(making, 'bic', bicOf(country, chance)) : undefined,
    chance.happens(0.5)
      ? textFact(making, 'payment_method', chance.pick(words.list('methods')))
      : undefined,
  ]
  return pairs.filter((pair) => pair !== undefined)
}

/** What a customer has too, and nobody may take for the seller's. */
function buyerDetailsOf(
  making: Making,
  buyer: NamedAddress,
  country: string,
): readonly LabelledText[] {
  const { chance } = making
  const pairs: readonly (LabelledText | undefined)[] = [
    chance.happens(0.25)
      ? textFact(making, 'customer_vat_id', vatIdOf(country, chance), 'vat_id')
      : undefined,
    chance.happens(0.2)
      ? textFact(making, 'customer_email', `post@${domainOf(buyer.name)}`, 'email')
      : undefined,
  ]
  return pairs.filter((pair) => pair !== undefined)
}
