import type { LabelledText, PrintedTable } from '../blocks.ts'
import {
  addressOf,
  bareFact,
  dayFact,
  type Fact,
  ibanFact,
  type Making,
  moneyFact,
  type NamedAddress,
  type Printed,
  textFact,
  trap,
} from '../facts.ts'
import { bicOf, ibanOf, inFours } from '../numbers.ts'
import { addDays, toCents } from '../writing.ts'
import { companyIn, personIn, phoneIn } from './parties.ts'

export type StatementContent = Printed & {
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

const may = ['total_due', 'tax', 'due_date', 'invoice_number', 'order_number', 'bic', 'vat_id']

export function statementContent(making: Making): StatementContent {
  const { words, chance, writing } = making
  const country = words.list('country')[0] ?? ''
  const bank = chance.pick(words.list('banks'))
  const holder = chance.happens(0.5) ? personIn(making) : companyIn(making)
  const month = String(chance.whole(1, 12)).padStart(2, '0')
  const start = `${chance.pick(['2024', '2025'])}-${month}-01`
  const end = addDays(start, 27)
  const bookings = bookingsOf(making, start)
  const opening = moneyFact(making, 'opening_balance', bookings.opening)
  const closing = moneyFact(making, 'closing_balance', bookings.closing)
  const meta = metaOf(making, { holder, start, end, country })
  const all = [...meta.pairs, opening, closing]
  const facts = [
    ...all.filter((pair): pair is Fact => 'field' in pair),
    ...meta.concluded,
    bareFact('bank_name', bank),
    bareFact('customer_address', addressOf(holder)),
  ]
  const there = new Set(facts.map(({ field }) => field))
  return {
    title: chance.pick(words.list('statement')),
    bank,
    bankContact: [trap(making, 'phone', phoneIn(country, chance))],
    holder,
    meta: meta.pairs,
    opening,
    closing,
    sums: [
      trap(making, 'credits', writing.money(bookings.credits)),
      trap(making, 'debits', writing.money(bookings.debits)),
    ],
    bookings: bookings.table,
    facts,
    absent: may.filter((field) => !there.has(field)),
  }
}

type About = {
  readonly holder: NamedAddress
  readonly start: string
  readonly end: string
  readonly country: string
}

function metaOf(making: Making, { holder, start, end, country }: About) {
  const { words, chance, writing } = making
  const iban = ibanOf(country, chance)
  const isRange = chance.happens(0.5)
  const between = chance.pick([' - ', ' – '])
  const period = words.label('period', chance)
  const range: LabelledText = {
    label: period.text,
    shown: `${writing.day(start)}${between}${writing.day(end)}`,
  }
  const dayOf = (field: string, iso: string): Fact => ({
    field,
    label: period.text,
    shown: writing.day(iso),
    value: iso,
    type: 'date',
    isHard: period.isSynonym,
  })
  const pairs: readonly (LabelledText | undefined)[] = [
    textFact(making, 'account_holder', holder.name),
    ibanFact(making, iban, inFours(iban)),
    chance.happens(0.6) ? textFact(making, 'bic', bicOf(country, chance)) : undefined,
    textFact(making, 'statement_number', String(chance.whole(1, 240))),
    dayFact(making, 'statement_date', addDays(end, 2)),
    ...(isRange
      ? [range]
      : [dayFact(making, 'period_start', start), dayFact(making, 'period_end', end)]),
  ]
  return {
    pairs: pairs.filter((pair) => pair !== undefined),
    concluded: isRange ? [dayOf('period_start', start), dayOf('period_end', end)] : [],
  }
}

function bookingsOf({ words, chance, writing }: Making, start: string) {
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
