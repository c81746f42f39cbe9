import type { LabelledText, PrintedTable } from '../blocks.ts'
import { bareFact, type Fact, type GeneratorContext, moneyFact, trap } from '../facts.ts'
import { toCents } from '../writing.ts'

export type Sums = {
  readonly items: PrintedTable
  readonly totals: readonly LabelledText[]
  readonly taxes: PrintedTable | undefined
  readonly notes: readonly string[]
  readonly concluded: readonly Fact[]
  /** Fields that two people would answer differently. */
  readonly unclear: readonly string[]
}

type TaxMode = 'one rate' | 'two rates' | 'no tax'

const oftenOneRate = Array<TaxMode>(5).fill('one rate')

const unclearOf: Readonly<Record<TaxMode, readonly string[]>> = {
  'one rate': ['vat_rate'],
  'two rates': ['tax', 'vat_rate'],
  'no tax': ['net'],
}

/** Generates net amount, taxes, total and remaining amount. */
export function sumsOf(context: GeneratorContext): Sums {
  const { words, chance, writing } = context
  const taxMode = chance.pick<TaxMode>([...oftenOneRate, 'two rates', 'no tax'])
  const rows = rowsOf(context, taxMode)
  const shipping = chance.happens(0.25) ? chance.pick([4.9, 12.5, 25]) : 0
  const taxes = taxesOf(rows, shipping, taxMode)
  const net = toCents(taxes.reduce((sum, one) => sum + one.base, 0))
  const total = toCents(net + taxes.reduce((sum, one) => sum + one.tax, 0))
  const paidAmount = chance.happens(0.15) ? toCents(total / chance.pick([2, 4])) : 0
  const totals = [
    ...(shipping > 0 ? [trap(context, 'shipping', writing.money(shipping))] : []),
    ...(taxMode === 'no tax' ? [] : [moneyFact(context, 'net', net), ...taxPairs(context, taxes)]),
    totalFact(context, total, paidAmount > 0),
    ...(paidAmount > 0 ? depositPairs(context, total, paidAmount) : []),
  ]
  const days = String(chance.pick([10, 14, 30]))
  return {
    items: itemTable(context, rows),
    totals,
    taxes: taxMode === 'no tax' ? undefined : taxTable(context, taxes),
    notes: [
      ...(taxMode === 'no tax' ? words.list('no_tax') : []),
      ...words.list('terms').map((text) => text.replace('{days}', days)),
    ],
    concluded: taxes.length === 1 ? rateFacts(totals, taxes[0]?.rate ?? 0) : [],
    unclear: unclearOf[taxMode],
  }
}

function depositPairs(
  context: GeneratorContext,
  total: number,
  paidAmount: number,
): readonly LabelledText[] {
  return [
    moneyFact(context, 'amount_paid', paidAmount, 'paid'),
    moneyFact(context, 'balance_due', toCents(total - paidAmount)),
  ]
}

/** Returns the tax rate as a fact if the label of a total states it. */
function rateFacts(totals: readonly LabelledText[], rate: number): readonly Fact[] {
  if (!totals.some(({ label }) => /\d\s?%/.test(label))) return []
  return [{ ...bareFact('vat_rate', ''), value: rate, type: 'number' }]
}

function rowsOf({ words, chance }: GeneratorContext, taxMode: TaxMode): readonly Row[] {
  const [rate = 0, secondRate = 0] = words.list('rates').map((one) => Number(one.replace(',', '.')))
  const names = words.list('items')
  const from = chance.whole(0, names.length - 1)
  return Array.from({ length: chance.whole(1, 6) }, (_, i) => ({
    name: names[(from + i) % names.length] ?? '',
    quantity: chance.whole(1, 12),
    price: toCents(chance.whole(250, 48_000) / 100),
    rate: taxMode === 'two rates' && i > 0 ? secondRate : rate,
  }))
}

/** Sums up the taxes by rate; shipping has the rate of the first row. */
function taxesOf(rows: readonly Row[], shipping: number, taxMode: TaxMode): readonly TaxLine[] {
  return [...Map.groupBy(rows, ({ rate }) => rate)].map(([rate, own], i) => {
    const sum = own.reduce((all, { quantity, price }) => all + quantity * price, 0)
    const base = toCents(sum + (i === 0 ? shipping : 0))
    return { rate, base, tax: taxMode === 'no tax' ? 0 : toCents((base * rate) / 100) }
  })
}

/** With a deposit, uses only a label that cannot mean the remaining amount. */
function totalFact(context: GeneratorContext, total: number, isPartlyPaid: boolean): Fact {
  const fact = moneyFact(context, 'total', total)
  if (!isPartlyPaid) return fact
  return { ...fact, label: context.words.list('total')[0] ?? '', isHard: false }
}

type TaxLine = { readonly rate: number; readonly base: number; readonly tax: number }

function taxPairs(context: GeneratorContext, taxes: readonly TaxLine[]): readonly LabelledText[] {
  const { chance, writing } = context
  const label = context.words.label('tax', chance)
  const style = taxes.length > 1 ? 'after' : chance.pick(['after', 'after', 'brackets', 'none'])
  return taxes.map(({ rate, tax }) => {
    const rateText = writing.rate(rate)
    const text =
      style === 'none'
        ? label.text
        : style === 'after'
          ? `${label.text} ${rateText}`
          : `${label.text} (${rateText})`
    const pair = { label: text, text: writing.money(tax) }
    if (taxes.length > 1) return pair
    return { ...pair, field: 'tax', value: tax, type: 'number', isHard: label.isSynonym }
  })
}

function taxTable({ words, writing }: GeneratorContext, taxes: readonly TaxLine[]): PrintedTable {
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

function itemTable(
  { words, chance, writing }: GeneratorContext,
  rows: readonly Row[],
): PrintedTable {
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
