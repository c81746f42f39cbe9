import type { DocumentText } from '@recto/document-text/model'
import type { Question } from '@recto/provider-spec/answer'
import { expect, test } from 'vitest'
import { describeExplanation } from '../explain/describe-explanation.ts'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerFromLayout } from './answer-from-layout.ts'
import { compileLayout, groupByLayout, type LayoutExample } from './compile-layout.ts'
import { describeRule } from './describe-rule.ts'
import type { CompiledLayout } from './layout.ts'
import { groupNearCopies } from './near-copies.ts'

type Bill = {
  readonly number: string
  readonly day: string
  readonly customer: string
  readonly net: number
  readonly tax: number
  readonly items?: number
  readonly issuer?: 'mill' | 'forge'
}

const issuers = {
  mill: ['Harbour Mill Ltd', '12 Quayside, Whitby', 'VAT GB 331 9920 17', 'mill@harbour.example'],
  forge: ['Castle Forge Co', '9 Anvil Row, Durham', 'VAT GB 902 4471 63', 'desk@forge.example'],
} as const

const formatAmount = (amount: number) => amount.toFixed(2)
const totalOf = ({ net, tax }: Bill) => Math.round((net + tax) * 100) / 100

function printed(bill: Bill, total = totalOf(bill)): string {
  const { number, day, customer, net, tax, items = 2, issuer = 'mill' } = bill
  const [name, address, vat, mail] = issuers[issuer]
  const rows = Array.from({ length: items }, (_, i) => `  Part ${i + 1} of ${number}`)
  return [
    name,
    address,
    '',
    `Bill to                        Invoice no.   ${number}`,
    `${customer.padEnd(31)}Issued        ${day}`,
    '',
    'Description              Quantity',
    ...rows,
    '',
    `                               Net amount        ${formatAmount(net)}`,
    `                               Sales tax         ${formatAmount(tax)}`,
    `                               Total             ${formatAmount(total)}`,
    '',
    `${vat}          ${mail}`,
  ].join('\n')
}

const bills: readonly Bill[] = [
  { number: 'HM-1043', day: '2026-01-14', customer: 'Ruth Abbot', net: 100, tax: 20 },
  { number: 'HM-1058', day: '2026-01-29', customer: 'Omar Castle Lane', net: 41.5, tax: 8.3 },
  {
    number: 'HM-1101',
    day: '2026-02-03',
    customer: 'Ines Dorn',
    net: 912.4,
    tax: 182.48,
    items: 5,
  },
  { number: 'HM-1130', day: '2026-02-17', customer: 'Paul Eck', net: 7.9, tax: 1.58, items: 1 },
  { number: 'HM-1172', day: '2026-03-02', customer: 'Ann Fry', net: 55, tax: 11, items: 3 },
]
const next: Bill = { number: 'HM-1204', day: '2026-03-20', customer: 'Lea Gray', net: 12, tax: 2.4 }

const fields = [
  { key: 'number', type: 'text', prompt: 'Invoice number?' },
  { key: 'day', type: 'date', prompt: 'When was it issued?' },
  { key: 'customer', type: 'text', prompt: 'Who is billed?' },
  { key: 'issuer', type: 'text', prompt: 'Who issued it?' },
  { key: 'net', type: 'number', prompt: 'Net?' },
  { key: 'tax', type: 'number', prompt: 'Tax?' },
  { key: 'total', type: 'number', prompt: 'Total?' },
  { key: 'colour', type: 'text', prompt: 'Favourite colour?' },
] as const satisfies readonly Question[]

const valuesOf = (bill: Bill) => ({
  number: bill.number,
  day: bill.day,
  customer: bill.customer,
  net: bill.net,
  tax: bill.tax,
  total: totalOf(bill),
  colour: null,
  issuer: issuers[bill.issuer ?? 'mill'][0],
})

function exampleOf(bill: Bill, document = monospacedDocument(printed(bill))): LayoutExample {
  const values = Object.entries(valuesOf(bill)).map(([key, value]) => [key, { value }])
  return { document, values: Object.fromEntries(values) }
}

function compiled(examples: readonly LayoutExample[] = bills.map((bill) => exampleOf(bill))) {
  const layout = compileLayout(examples, { fields, minDocuments: 5 })
  if (!layout) throw new Error('There is no layout.')
  return layout
}

function asked(layout: CompiledLayout, document: DocumentText) {
  const layoutAnswers = answerFromLayout(document, [{ layout }], fields)
  return (
    layoutAnswers && Object.fromEntries(layoutAnswers.answers.map(({ key, value }) => [key, value]))
  )
}

test('four documents are too few, and so are five of which one says no value', () => {
  const four = bills.slice(1).map((bill) => exampleOf(bill))
  expect(compileLayout(four, { fields, minDocuments: 5 })).toBeUndefined()

  const [first, ...otherExamples] = bills.map((bill) => exampleOf(bill))
  const { number: _, ...values } = first!.values
  const layout = compiled([{ ...first!, values }, ...otherExamples])
  expect(layout.rules.map(({ key }) => key)).not.toContain('number')
})

test('a document of another issuer, or with the words at other places, is of no layout', () => {
  const layout = compiled()
  const ofForge = { ...next, issuer: 'forge' as const }
  expect(asked(layout, monospacedDocument(printed(ofForge)))).toBeUndefined()

  const upsideDown = printed(next).split('\n').toReversed().join('\n')
  expect(asked(layout, monospacedDocument(upsideDown))).toBeUndefined()
  expect(asked(layout, monospacedDocument('Invoice no. HM-1204'))).toBeUndefined()
  expect(asked(layout, monospacedDocument(''))).toBeUndefined()
})

test('documents are grouped by issuer, whatever order they come in', () => {
  const forgedBills = bills.map(({ net, tax, number }, i) => ({
    net,
    tax,
    number: number.replace('HM-1', 'HM-7'),
    issuer: 'forge' as const,
    day: `2026-04-1${i}`,
    customer: `Ward ${'BCDFG'[i]}ale`,
    items: 1 + i,
  }))
  const allBills = bills.flatMap((bill, i) => [bill, forgedBills[i]!])
  const groups = groupByLayout(allBills.map((bill) => monospacedDocument(printed(bill))))
  expect(groups.toSorted((a, b) => a[0]! - b[0]!)).toEqual([
    [0, 2, 4, 6, 8],
    [1, 3, 5, 7, 9],
  ])
})

test('near copies of a document are together, and other documents of the layout are apart', () => {
  const toNote = (name: string, end: string) => {
    const items = Array.from({ length: 12 }, (_, index) => `${name}item${index}`)
    return monospacedDocument(`Harbour Mill Ltd\nInvoice\n${items.join('\n')}\n${end}`)
  }
  const names = ['ash', 'birch', 'cedar', 'elm']
  const documents = [...names.map((name) => toNote(name, 'original')), toNote('birch', 'copy')]
  const groups = groupNearCopies([...documents, monospacedDocument(''), monospacedDocument('')])
  expect(groups.toSorted((a, b) => a[0]! - b[0]!)).toEqual([[0], [1, 4], [2], [3], [5, 6]])
})

test('the fields of a sixth document are answered with place, sentence and rule', () => {
  const layout = compiled()
  const document = monospacedDocument(printed({ ...next, items: 4 }))
  const layoutAnswers = answerFromLayout(document, [{ layout }], fields)!

  expect(asked(layout, document)).toEqual({
    number: 'HM-1204',
    day: '2026-03-20',
    customer: 'Lea Gray',
    issuer: 'Harbour Mill Ltd',
    net: 12,
    tax: 2.4,
    total: 14.4,
  })
  expect(layoutAnswers.missed).toEqual([])
  const number = layoutAnswers.answers.find(({ key }) => key === 'number')!
  expect(number.evidence).toEqual([
    {
      page: 0,
      boxes: [[310, 76, 352, 86]],
      quote: 'HM-1204',
      match: 'exact',
      source: 'layout rule: to the right of “Invoice no.”',
    },
  ])
  expect(describeExplanation(number.explanation!)).toBe(
    'Found by a rule that was confirmed on 5 approved documents with this layout: the text to the right of “Invoice no.” on the same line, like HM-9999, on page 1.',
  )
  expect(describeRule(layout.rules.find(({ key }) => key === 'issuer')!)).toMatch(
    /^always “Harbour Mill Ltd”, as printed on the page/,
  )
})

test('a value that is not as it always was is a miss', () => {
  const layout = compiled()
  const missedOn = (text: string) =>
    answerFromLayout(monospacedDocument(text), [{ layout }], fields)?.missed

  expect(missedOn(printed({ ...next, number: 'HM-12O4' }))).toEqual(['number'])
  expect(missedOn(printed({ ...next, day: 'next week' }))).toEqual(['day'])
  expect(missedOn(printed(next).replace('Harbour Mill Ltd', 'Harbour Hill Ltd'))).toEqual([
    'issuer',
  ])
  expect(missedOn(printed(next, 144.4))?.toSorted()).toEqual(['net', 'tax', 'total'])
  const otherQuestions = [{ key: 'number', type: 'text', prompt: 'Order number?' }] as const
  const document = monospacedDocument(printed(next))
  expect(answerFromLayout(document, [{ layout }], otherQuestions)?.answers).toEqual([])
})

test('a field on which people contradict the print has no rule', () => {
  const examples = bills.map((bill) => exampleOf(bill))
  const wrong = { ...examples[2]!.values, net: { value: 1 }, number: { value: 'HM-9' } }
  const layout = compiled([
    ...examples.slice(0, 2),
    { ...examples[2]!, values: wrong },
    ...examples.slice(3),
  ])
  const keys = layout.rules.map(({ key }) => key)
  expect(keys).not.toContain('net')
  expect(keys).not.toContain('number')
  expect(keys).toContain('total')
})

test('a layout that drifts slowly is followed, and one that jumps is not', () => {
  const moveDocument = (bill: Bill, distance: number) => {
    const document = monospacedDocument(printed(bill))
    return {
      ...document,
      pages: document.pages.map((page) => ({
        ...page,
        words: page.words.map((word) => {
          const [x0, y0, x1, y1] = word.box
          const right = x0 > 200 ? distance : 0
          return {
            ...word,
            box: [x0 + right, y0 + distance / 2, x1 + right, y1 + distance / 2] as const,
          }
        }),
      })),
    }
  }
  const manyBills = Array.from({ length: 14 }, (_, i): Bill => {
    const bill = bills[i % bills.length]!
    return { ...bill, number: `HM-${2000 + i * 7}`, net: bill.net + i, tax: bill.tax }
  })
  const layout = compiled(manyBills.map((bill, i) => exampleOf(bill, moveDocument(bill, i * 2))))
  expect(asked(layout, moveDocument(next, 28))).toMatchObject({ number: 'HM-1204', total: 14.4 })

  const old = compiled(manyBills.slice(0, 5).map((bill) => exampleOf(bill)))
  expect(asked(old, moveDocument(next, 150))?.total).toBeUndefined()
})

test('whatever the values are, what is answered is what is printed', () => {
  const layout = compiled()
  let state = 7
  const chance = (maxValue: number) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return state % maxValue
  }
  let answerCount = 0
  for (let i = 0; i < 40; i++) {
    const bill: Bill = {
      number: `HM-${chance(20_000)}`,
      day: `2026-0${1 + chance(9)}-1${chance(10)}`,
      customer: ['Total Ltd', 'Net amount AG', 'Invoice no.', 'Jo Ma', '77'][chance(5)]!,
      net: chance(1_000_000) / 100,
      tax: chance(10_000) / 100,
      items: chance(9),
    }
    const truth: Readonly<Record<string, unknown>> = valuesOf(bill)
    for (const [key, value] of Object.entries(
      asked(layout, monospacedDocument(printed(bill))) ?? {},
    )) {
      expect([key, value]).toEqual([key, truth[key]])
      answerCount += 1
    }
  }
  expect(answerCount).toBeGreaterThan(150)
})
