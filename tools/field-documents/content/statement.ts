import type { LabelledText, PrintedTable } from '../blocks.ts'
import {
  addressOf,
  bareFact,
  type DocumentContent,
  dayFact,
  type Fact,
  type GeneratorContext,
  ibanFact,
  moneyFact,
  type NamedAddress,
  textFact,
  trap,
} from '../facts.ts'
import { bicOf, ibanOf, inFours } from '../numbers.ts'
import { addDays, toCents } from '../writing.ts'
import { companyIn, personIn, phoneIn } from './parties.ts'

export type StatementContent = DocumentContent & {
  readonly title: string
  readonly bank: string
  readonly bankContact: readonly LabelledText[]
  readonly holder: NamedAddress
  readonly meta: readonly LabelledText[]
  readonly opening: LabelledText
  readonly closing: LabelledText
  readonly sums: readonly LabelledText[]
  readonly bookings: PrintedTable
}

const optionalFields = [
  'total_due',
  'tax',
  'due_date',
  'invoice_number',
  'order_number',
  'bic',
  'vat_id',
]

export function statementContent(context: GeneratorContext): StatementContent {
  const { words, chance, writing } = context
  const country = words.list('country')[0] ?? ''
  const bank = chance.pick(words.list('banks'))
  const holder = chance.happens(0.5) ? personIn(context) : companyIn(context)
  const month = String(chance.whole(1, 12)).padStart(2, '0')
  const start = `${chance.pick(['2024', '2025'])}-${month}-01`
  const end = addDays(start, 27)
  const bookings = bookingsOf(context, start)
  const openingBalance = moneyFact(context, 'opening_balance', bookings.opening)
  const closingBalance = moneyFact(context, 'closing_balance', bookings.closing)
  const meta = metaOf(context, { holder, start, end, country })
  const all = [...meta.pairs, openingBalance, closingBalance]
  const facts = [
    ...all.filter((pair): pair is Fact => 'field' in pair),
    ...meta.concluded,
    bareFact('bank_name', bank),
    bareFact('customer_address', addressOf(holder)),
  ]
  const printedFields = new Set(facts.map(({ field }) => field))
  return {
    title: chance.pick(words.list('statement')),
    bank,
    bankContact: [trap(context, 'phone', phoneIn(country, chance))],
    holder,
    meta: meta.pairs,
    opening: openingBalance,
    closing: closingBalance,
    sums: [
      trap(context, 'credits', writing.money(bookings.credits)),
      trap(context, 'debits', writing.money(bookings.debits)),
    ],
    bookings: bookings.table,
    facts,
    absent: optionalFields.filter((field) => !printedFields.has(field)),
  }
}

type AccountDetails = {
  readonly holder: NamedAddress
  readonly start: string
  readonly end: string
  readonly country: string
}

function metaOf(context: GeneratorContext, { holder, start, end, country }: AccountDetails) {
  const { words, chance, writing } = context
  const iban = ibanOf(country, chance)
  const isRange = chance.happens(0.5)
  const separator = chance.pick([' - ', ' – '])
  const period = words.label('period', chance)
  const range: LabelledText = {
    label: period.text,
    text: `${writing.day(start)}${separator}${writing.day(end)}`,
  }
  const dayOf = (field: string, iso: string): Fact => ({
    field,
    label: period.text,
    text: writing.day(iso),
    value: iso,
    type: 'date',
    isHard: period.isSynonym,
  })
  const pairs: readonly (LabelledText | undefined)[] = [
    textFact(context, 'account_holder', holder.name),
    ibanFact(context, iban, inFours(iban)),
    chance.happens(0.6) ? textFact(context, 'bic', bicOf(country, chance)) : undefined,
    textFact(context, 'statement_number', String(chance.whole(1, 240))),
    dayFact(context, 'statement_date', addDays(end, 2)),
    ...(isRange
      ? [range]
      : [dayFact(context, 'period_start', start), dayFact(context, 'period_end', end)]),
  ]
  return {
    pairs: pairs.filter((pair) => pair !== undefined),
    concluded: isRange ? [dayOf('period_start', start), dayOf('period_end', end)] : [],
  }
}

function bookingsOf({ words, chance, writing }: GeneratorContext, start: string) {
  const opening = chance.whole(10_000, 900_000) / 100
  let balance = opening
  let day = start
  let credits = 0
  let debits = 0
  const rows = Array.from({ length: chance.whole(4, 11) }, () => {
    day = addDays(day, chance.whole(0, 2))
    const amount = (chance.happens(0.35) ? 1 : -1) * (chance.whole(500, 90_000) / 100)
    if (amount > 0) credits += amount
    else debits += amount
    balance = toCents(balance + amount)
    return [
      writing.day(day),
      chance.happens(0.5) ? chance.pick(words.list('companies')) : chance.pick(words.list('items')),
      writing.bare(amount),
      writing.bare(balance),
    ]
  })
  const short = (name: string) => words.list(name).toSorted((a, b) => a.length - b.length)[0] ?? ''
  return {
    opening,
    closing: balance,
    credits: toCents(credits),
    debits: toCents(debits),
    table: { headings: ['date', 'description', 'amount', 'balance'].map(short), rows },
  }
}
