import type { LabelledText } from '../blocks.ts'
import {
  addressOf,
  bareFact,
  type DocumentContent,
  type Fact,
  type GeneratorContext,
  moneyFact,
  type NamedAddress,
  numberOf,
  textFact,
  trap,
} from '../facts.ts'
import { vatIdOf } from '../numbers.ts'
import { toCents } from '../writing.ts'
import { phoneIn, shopIn } from './parties.ts'

export type ReceiptContent = DocumentContent & {
  readonly title: string
  readonly shop: NamedAddress
  /** Phone and tax number below the address. */
  readonly contact: readonly LabelledText[]
  /** Date and time as printed. */
  readonly day: LabelledText
  readonly time: string
  readonly meta: readonly LabelledText[]
  readonly items: readonly {
    readonly name: string
    readonly quantity: string
    readonly price: string
    readonly amount: string
  }[]
  readonly totals: readonly LabelledText[]
  readonly thanks: string
}

const optionalFields = [
  'due_date',
  'iban',
  'customer_name',
  'order_number',
  'tax',
  'vat_id',
  'phone',
  'cash',
  'change',
  'payment_method',
  'delivery_date',
  'website',
]

export function receiptContent(context: GeneratorContext): ReceiptContent {
  const { words, chance, writing } = context
  const country = words.list('country')[0] ?? ''
  const shop = shopIn(context)
  const iso = `${chance.pick(['2024', '2025'])}-${String(chance.whole(1, 12)).padStart(2, '0')}-${String(chance.whole(1, 28)).padStart(2, '0')}`
  const isDated = chance.happens(0.5)
  const label = isDated ? words.label('date', chance).text : ''
  const day: Fact = {
    field: 'date',
    label,
    text: writing.day(iso),
    value: iso,
    type: 'date',
    isHard: !isDated,
  }
  const contact = [
    ...(chance.happens(0.6) ? [textFact(context, 'phone', phoneIn(country, chance))] : []),
    ...(chance.happens(0.6) ? [textFact(context, 'vat_id', vatIdOf(country, chance))] : []),
  ]
  const meta: readonly LabelledText[] = [
    textFact(context, 'receipt_number', numberOf(chance, 'T', iso.slice(0, 4))),
    trap(context, 'cashier', String(chance.whole(1, 14))),
  ]
  const { items, totals } = salesOf(context)
  const facts = [
    ...[...contact, ...meta, ...totals].filter((pair): pair is Fact => 'field' in pair),
    day,
    bareFact('seller_name', shop.name, false),
    bareFact('seller_address', addressOf(shop), false),
  ]
  const printedFields = new Set(facts.map(({ field }) => field))
  // A receipt that states a cash amount states the payment method as well.
  if (printedFields.has('cash')) printedFields.add('payment_method')
  return {
    title: chance.pick(words.list('receipt')),
    shop,
    contact,
    day,
    time: `${chance.whole(8, 21)}:${chance.whole(10, 59)}`,
    meta,
    items,
    totals,
    thanks: words.list('thanks')[0] ?? '',
    facts,
    absent: optionalFields.filter((field) => !printedFields.has(field)),
  }
}

function salesOf(context: GeneratorContext): Pick<ReceiptContent, 'items' | 'totals'> {
  const { words, chance, writing } = context
  const rows = Array.from({ length: chance.whole(1, 7) }, () => {
    const quantity = chance.pick([1, 1, 1, 2, 3])
    const price = chance.whole(95, 4_900) / 100
    return { name: chance.pick(words.list('items')), quantity, price }
  })
  const total = toCents(rows.reduce((sum, { quantity, price }) => sum + quantity * price, 0))
  const rate = Number((words.list('rates')[0] ?? '').replace(',', '.'))
  const tax = toCents(total - total / (1 + rate / 100))
  const isCash = chance.happens(0.5)
  const cashGiven = Math.ceil(total / 10) * 10 + chance.pick([0, 10])
  const paymentPairs = isCash
    ? [
        moneyFact(context, 'cash', cashGiven),
        moneyFact(context, 'change', toCents(cashGiven - total)),
      ]
    : chance.happens(0.6)
      ? [textFact(context, 'payment_method', words.list('methods')[1] ?? '')]
      : []
  const taxFact = moneyFact(context, 'tax', tax)
  const taxPairs = chance.happens(0.6)
    ? [{ ...taxFact, label: `${taxFact.label} ${writing.rate(rate)}` }]
    : []
  const countPairs = chance.happens(0.4)
    ? [trap(context, 'item_count', String(rows.reduce((sum, one) => sum + one.quantity, 0)))]
    : []
  return {
    items: rows.map(({ name, quantity, price }) => ({
      name,
      quantity: String(quantity),
      price: writing.bare(price),
      amount: writing.bare(toCents(quantity * price)),
    })),
    totals: [
      ...countPairs,
      moneyFact(context, 'total', total),
      ...(chance.happens(0.5) ? [...paymentPairs, ...taxPairs] : [...taxPairs, ...paymentPairs]),
    ],
  }
}
