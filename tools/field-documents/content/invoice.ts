import { omitUndefined } from '@recto/omit-undefined'
import type { LabelledText, PrintedTable } from '../blocks.ts'
import {
  addressOf,
  bareFact,
  type DocumentContent,
  dayFact,
  type Fact,
  type GeneratorContext,
  ibanFact,
  type NamedAddress,
  numberOf,
  textFact,
  trap,
} from '../facts.ts'
import { bicOf, ibanOf, inFours, vatIdOf } from '../numbers.ts'
import { addDays } from '../writing.ts'
import { sumsOf } from './invoice-sums.ts'
import { companyIn, domainOf, otherThan, personIn, phoneIn } from './parties.ts'

export type InvoiceContent = DocumentContent & {
  readonly title: string
  readonly seller: NamedAddress
  readonly buyer: NamedAddress
  /** Details below the buyer's address. */
  readonly buyerDetails: readonly LabelledText[]
  readonly billTo: string
  readonly delivery?: { readonly heading: string; readonly party: NamedAddress }
  /** Numbers and dates. */
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

export function invoiceContent(context: GeneratorContext): InvoiceContent {
  const { words, chance, writing } = context
  const country = words.list('country')[0] ?? ''
  const seller = companyIn(context)
  const buyer = otherThan(seller, () =>
    chance.happens(0.6) ? companyIn(context) : personIn(context),
  )
  const meta = metaOf(context)
  const sums = sumsOf(context)
  const contact = contactOf(context, seller, country)
  const bank = bankOf(context, country)
  const details = buyerDetailsOf(context, buyer, country)
  const billTo = words.label('bill_to', chance)
  const currency: readonly Fact[] = writing.hasCurrency
    ? [bareFact('currency', writing.currency, false)]
    : []
  const printedPairs = [...meta, ...sums.totals, ...contact, ...bank, ...details].filter(isFact)
  const facts = [
    ...printedPairs,
    ...sums.concluded,
    ...currency,
    bareFact('seller_name', seller.name),
    bareFact('seller_address', addressOf(seller)),
    { ...bareFact('customer_name', buyer.name), label: billTo.text, isHard: billTo.isSynonym },
    bareFact('customer_address', addressOf(buyer)),
  ]
  const deliveryParty = otherThan(buyer, () => companyIn(context))
  return {
    title: chance.pick(words.list('invoice')),
    seller,
    buyer,
    buyerDetails: details,
    billTo: billTo.text,
    ...omitUndefined({
      delivery: chance.happens(0.4)
        ? { heading: words.label('ship_to', chance).text, party: deliveryParty }
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

const optionalFields = [
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
  const printedFields = new Set([...facts.map(({ field }) => field), ...unclear])
  // If only the customer has an e-mail address, a question for one may well mean that.
  if (printedFields.has('customer_email')) printedFields.add('email')
  return optionalFields.filter((field) => !printedFields.has(field))
}

function metaOf(context: GeneratorContext): readonly LabelledText[] {
  const { chance } = context
  const year = chance.pick(['2024', '2025', '2026'])
  const date = `${year}-${String(chance.whole(1, 12)).padStart(2, '0')}-${String(chance.whole(1, 28)).padStart(2, '0')}`
  const prefix = chance.pick(['RE', 'INV', 'F', 'A'])
  /** Some orders have a number that looks like an amount. */
  const order = chance.happens(0.15)
    ? `${chance.digits(4)}.${chance.digits(2)}`
    : chance.pick([() => chance.digits(8), () => numberOf(chance, 'PO', year)])()
  const pairs: readonly (LabelledText | undefined)[] = [
    textFact(context, 'invoice_number', numberOf(chance, prefix, year)),
    dayFact(context, 'date', date),
    chance.happens(0.7)
      ? dayFact(context, 'due_date', addDays(date, chance.pick([14, 30])))
      : undefined,
    chance.happens(0.6) ? textFact(context, 'order_number', order) : undefined,
    chance.happens(0.4)
      ? trap(context, 'order_date', context.writing.day(addDays(date, -chance.whole(8, 30))))
      : undefined,
    chance.happens(0.6) ? textFact(context, 'customer_number', chance.digits(5)) : undefined,
    chance.happens(0.4)
      ? dayFact(context, 'delivery_date', addDays(date, -chance.whole(1, 7)))
      : undefined,
    chance.happens(0.3) ? trap(context, 'delivery_note', chance.digits(6)) : undefined,
  ]
  const printedPairs = pairs.filter((pair) => pair !== undefined)
  if (!chance.happens(0.4)) return printedPairs
  return [...printedPairs.slice(2), ...printedPairs.slice(0, 2)]
}

function contactOf(
  context: GeneratorContext,
  seller: NamedAddress,
  country: string,
): readonly LabelledText[] {
  const { chance } = context
  const domain = domainOf(seller.name)
  const pairs: readonly (LabelledText | undefined)[] = [
    chance.happens(0.8) ? textFact(context, 'phone', phoneIn(country, chance)) : undefined,
    chance.happens(0.4) ? trap(context, 'fax', phoneIn(country, chance)) : undefined,
    chance.happens(0.7)
      ? textFact(context, 'email', `${chance.pick(['info', 'office', 'billing'])}@${domain}`)
      : undefined,
    chance.happens(0.6) ? textFact(context, 'website', `www.${domain}`) : undefined,
    chance.happens(0.85) ? textFact(context, 'vat_id', vatIdOf(country, chance)) : undefined,
    chance.happens(0.5) ? trap(context, 'company_number', chance.digits(8)) : undefined,
  ]
  return pairs.filter((pair) => pair !== undefined)
}

function bankOf(context: GeneratorContext, country: string): readonly LabelledText[] {
  const { words, chance } = context
  const iban = ibanOf(country, chance)
  const pairs: readonly (LabelledText | undefined)[] = [
    chance.happens(0.7)
      ? ibanFact(context, iban, chance.happens(0.7) ? inFours(iban) : iban)
      : trap(context, 'account_number', chance.digits(9)),
    chance.happens(0.5) ? textFact(context, 'bic', bicOf(country, chance)) : undefined,
    chance.happens(0.5)
      ? textFact(context, 'payment_method', chance.pick(words.list('methods')))
      : undefined,
  ]
  return pairs.filter((pair) => pair !== undefined)
}

/** Generates details of the customer that must not be mistaken for those of the seller. */
function buyerDetailsOf(
  context: GeneratorContext,
  buyer: NamedAddress,
  country: string,
): readonly LabelledText[] {
  const { chance } = context
  const pairs: readonly (LabelledText | undefined)[] = [
    chance.happens(0.25)
      ? textFact(context, 'customer_vat_id', vatIdOf(country, chance), 'vat_id')
      : undefined,
    chance.happens(0.2)
      ? textFact(context, 'customer_email', `post@${domainOf(buyer.name)}`, 'email')
      : undefined,
  ]
  return pairs.filter((pair) => pair !== undefined)
}
