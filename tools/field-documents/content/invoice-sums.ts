import type { LabelledText, PrintedTable } from '../blocks.ts'
import { bareFact, type Fact, type Making, moneyFact, trap } from '../facts.ts'
import { toCents } from '../writing.ts'

export type Sums = {
  readonly items: PrintedTable
  readonly totals: readonly LabelledText[]
  readonly taxes: PrintedTable | undefined
  readonly notes: readonly string[]
  readonly concluded: readonly Fact[]
  /** Fields that are there in a way that two people would answer differently. */
  readonly unclear: readonly string[]
}

type Taxing = 'one rate' | 'two rates' | 'no tax'

const oftenOneRate = Array<Taxing>(5).fill('one rate')

const unclearOf: Readonly<Record<Taxing, readonly string[]>> = {
  'one rate': ['vat_rate'],
  'two rates': ['tax', 'vat_rate'],
  'no tax': ['net'],
}

/** Net, taxes, total and what is left of it. */
export function sumsOf(making: Making): Sums {
  const { words, chance, writing } = making
  const taxing = chance.pick<Taxing>([...oftenOneRate, 'two rates', 'no tax'])
  const rows = rowsOf(making, taxing)
  const shipping = chance.happens(0.25) ? chance.pick([4.9, 12.5, 25]) : 0
  const taxes = taxesOf(rows, shipping, taxing)
  const net = toCents(taxes.reduce((sum, one) => sum + one.base, 0))
  const total = toCents(net + taxes.reduce((sum, one) => sum + one.tax, 0))
  const paid = chance.happens(0.15) ? toCents(total / chance.pick([2, 4])) : 0
  const totals = [
    ...(shipping > 0 ? [trap(making, 'shipping', writing.money(shipping))] : []),
    ...(taxing === 'no tax' ? [] : [moneyFact(making, 'net', net), ...taxPairs(making, taxes)]),
    totalFact(making, total, paid > 0),
    ...(paid > 0 ? depositPairs(making, total, paid) : []),
  ]
  const days = String(chance.pick([10, 14, 30]))
  return {
    items: itemTable(making, rows),
    totals,
    taxes: taxing === 'no tax' ? undefined : taxTable(making, taxes),
    notes: [
      ...(taxing === 'no tax' ? words.list('no_tax') : []),
      ...words.list('terms').map((text) => text.replace('{days}', days)),
    ],
    concluded: taxes.length === 1 ? rateFacts(totals, taxes[0]?.rate ?? 0) : [],
    unclear: unclearOf[taxing],
  }
}

function depositPairs(making: Making, total: number, paid: number): readonly LabelledText[] {
  return [
    moneyFact(making, 'amount_paid', paid, 'paid'),
    moneyFact(making, 'balance_due', toCents(total - paid)),
  ]
}

/** The rate, where one of the sums says it. */
function rateFacts(totals: readonly LabelledText[], rate: number): readonly Fact[] {
  if (!totals.some(({ label }) => /\d\s?%/.test(label))) return []
  return [{ ...bareFact('vat_rate', ''), value: rate, type: 'number' }]
}

function rowsOf({ words, chance }: Making, taxing: Taxing): readonly Row[] {
  const [rate = 0, other = 0] = words.list('rates').map((one) => Number(one.replace(',', '.')))
  const names = words.list('items')
  const from = chance.whole(0, names.length - 1)
  return Array.from({ length: chance.whole(1, 6) }, (_, i) => ({
    name: names[(from + i) % names.length] ?? '',
    quantity: chance.whole(1, 12),
    price: toCents(chance.whole(250, 48_000) / 100),
    rate: taxing === 'two rates' && i > 0 ? other : rate,
  }))
}

/** Carriage is taxed as the first row is. */
function taxesOf(rows: readonly Row[], shipping: number, taxing: Taxing): readonly Taxed[] {
  return [...Map.groupBy(rows, ({ rate }) => rate)].map(([rate, own], i) => {
    const sum = own.reduce((all, { quantity, price }) => all + quantity * price, 0)
    const base = toCents(sum + (i === 0 ? shipping : 0))
    return { rate, base, tax: taxing === 'no tax' ? 0 : toCents((base * rate) / 100) }
  })
}

/** With a deposit, uses only a label that cannot mean the remaining amount. */
function totalFact(making: Making, total: number, isPartlyPaid: boolean): Fact {
  const fact = moneyFact(making, 'total', total)
  if (!isPartlyPaid) return fact
  return { ...fact, label: making.words.list('total')[0] ?? '', isHard: false }
}

type Taxed = { readonly rate: number; readonly base: number; readonly tax: number }

function taxPairs(making: Making, taxes: readonly Taxed[]): readonly LabelledText[] {
  const { chance, writing } = making
  const label = making.words.label('tax', chance)
  const style = taxes.length > 1 ? 'after' : chance.pick(['after', 'after', 'brackets', 'none'])
  return taxes.map(({ rate, tax }) => {
    const rateText = writing.rate(rate)
    const text =
      style === 'none'
        ? label.text
        : style === 'after'
          ? `${label.text} ${rateText}`
          : `${label.text} (${rateText})`
    const pair = { label: text, shown: writing.money(tax) }
    if (taxes.length > 1) return pair
    return { ...pair, field: 'tax', value: tax, type: 'number', isHard: label.isSynonym }
  })
}

function taxTable({ words, writing }: Making, taxes: readonly Taxed[]): PrintedTable {
  const usual = (name: string) => words.list(name)[0] ?? ''
  return {
    headings: ['%', usual('net'), usual('tax')],
    rows: taxes.map(({ rate, base, tax }) => [
      writing.rate(rate),
      writing.bare(base),
      writing.bare(tax),
    ]),
  }
}

type Row = {
  readonly name: string
  readonly quantity: number
  readonly price: number
  readonly rate: number
}

function itemTable({ words, chance, writing }: Making, rows: readonly Row[]): PrintedTable {
  const usual = (name: string) => chance.pick(words.list(name))
  return {
    headings: [usual('description'), usual('quantity'), usual('unit_price'), usual('amount')],
    rows: rows.map(({ name, quantity, price }) => [
      name,
      String(quantity),
      writing.bare(price),
      writing.bare(toCents(quantity * price)),
    ]),
  }
}
