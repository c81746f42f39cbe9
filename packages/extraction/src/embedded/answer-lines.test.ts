import type { EmbeddedData, EmbeddedLine, EmbeddedValue } from '@recto/document-text/embedded'
import type { Evidence, ListSettings, Question } from '@recto/provider-spec/answer'
import { describe, expect, test } from 'vitest'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerFromEmbedded } from './answer-from-embedded.ts'

const place = { attachment: 'factur-x.xml' }
const lineOf = (
  at: number,
  name: string,
  numbers: readonly [string, string, string],
): EmbeddedLine => {
  const path = `IncludedSupplyChainTradeLineItem[${at + 1}]`
  const value = (term: string, last: string, text: string, kind: EmbeddedValue['kind'] = 'text') =>
    ({ source: 'factur-x', name: `${path}/${last}`, term, kind, value: text, place }) as const
  const [quantity, price, amount] = numbers
  return {
    ...{ source: 'factur-x', name: path, place },
    values: [
      value('BT-126', 'LineID', String(at + 1)),
      value('BT-153', 'Name', name),
      value('BT-129', 'BilledQuantity', quantity, 'number'),
      value('BT-146', 'ChargeAmount', price, 'number'),
      value('BT-131', 'LineTotalAmount', amount, 'number'),
      value('BT-152', 'RateApplicablePercent', '19.00', 'number'),
    ],
  }
}

const lines = [
  lineOf(0, 'Oak board', ['2', '12.50', '25.00']),
  lineOf(1, 'Copper pipe', ['4', '310.25', '1241.00']),
  lineOf(2, 'Assembly', ['1', '80.00', '80.00']),
]
const data: EmbeddedData = { values: [], lines, problems: [] }

const printed = (amount = '1,241.00') =>
  monospacedDocument(
    [
      'Nordwind GmbH               Invoice RE-77',
      '',
      'Item             Quantity      Price        Amount',
      'Oak board               2      12.50         25.00',
      `Copper pipe             4     310.25      ${amount.padStart(8)}`,
      'Assembly                1      80.00         80.00',
      '',
      'Thank you',
    ].join('\n'),
  )

const settings: ListSettings = {
  ...{ headers: [], startPage: 0, endPage: 0, isByHeaders: false, isCompressed: false },
  pageDelimiter: '<<<',
}
const table = (headers: readonly string[], prompt = 'List all line items'): Question => ({
  ...{ key: 'items', prompt, type: 'table', list: { ...settings, headers } },
})
const asked = ['Item', 'Quantity', 'Unit price', 'Amount']
const answer = async (question: Question, document = printed(), given = data) =>
  (await answerFromEmbedded(document, given, [question]))[0]

type Cells = { readonly rows: readonly Readonly<Record<string, readonly Evidence[]>>[] }
const cell = (found: { readonly evidence: unknown } | undefined, row: number, column: string) =>
  (found?.evidence as Cells | undefined)?.rows[row]?.[column] ?? []

describe('a list is asked of the model', () => {
  test.each([
    ['a column means nothing that lines have', table(['Item', 'Colour'])],
    ['two columns mean the same', table(['Item', 'Article'])],
    ['no column is named', table([])],
    ['a field is in no line', table(['Item', 'GTIN'])],
    ['some lines are asked for', table(asked, 'List the line items that cost over 100')],
    ['something is to be made of them', table(asked, 'List all items in euros')],
    [
      'one page is asked for',
      { ...table(asked), list: { ...settings, headers: asked, endPage: 1 } },
    ],
    ['it is for records', { ...table(asked), type: 'record' }],
  ] as const)('when %s', async (_, question) => {
    expect(await answer(question)).toBeUndefined()
  })

  test('when prices are for more than one piece, or there are no lines', async () => {
    const base = { source: 'factur-x', name: 'BasisQuantity', kind: 'number', place } as const
    const [first, ...others] = lines
    const hundred = {
      ...first!,
      values: [...first!.values, { ...base, term: 'BT-149', value: '100' }],
    }

    expect(
      await answer(table(asked), printed(), { ...data, lines: [hundred, ...others] }),
    ).toBeUndefined()
    expect(await answer(table(asked), printed(), { values: [], problems: [] })).toBeUndefined()
  })
})

describe('the lines of an e-invoice', () => {
  const rows = [
    { Item: 'Oak board', Quantity: 2, 'Unit price': 12.5, Amount: 25 },
    { Item: 'Copper pipe', Quantity: 4, 'Unit price': 310.25, Amount: 1241 },
    { Item: 'Assembly', Quantity: 1, 'Unit price': 80, Amount: 80 },
  ]

  test('that the print contradicts show both', async () => {
    const found = await answer(table(asked), printed('9,241.00'))

    expect(found?.value).toEqual({ column_headers: asked, rows })
    const against = cell(found, 1, 'Amount').filter(({ contradicts }) => contradicts)
    expect(against).toEqual([
      expect.objectContaining({ page: 0, quote: 'Copper pipe 4 310.25 9,241.00' }),
    ])
    expect(found?.note).toContain('page 1 says “Copper pipe 4 310.25 9,241.00”')
    expect(found?.confidence?.whole).toBe(0.5)
    expect(cell(found, 0, 'Amount').some(({ contradicts }) => contradicts)).toBe(false)
  })

  test('that their sums or another e-invoice contradict show that', async () => {
    const problem = {
      source: 'factur-x',
      place,
      text: 'Line 2 is wrong.',
      terms: ['BT-131'],
      line: 1,
    } as const
    const tampered = await answer(table(asked), printed(), { ...data, problems: [problem] })
    expect(cell(tampered, 1, 'Amount').at(-1)).toMatchObject({
      quote: 'Line 2 is wrong.',
      contradicts: true,
    })
    expect(cell(tampered, 0, 'Amount').some(({ contradicts }) => contradicts)).toBe(false)

    const other = [lines[0]!, lineOf(1, 'Copper pipe', ['5', '310.25', '1551.25']), lines[2]!].map(
      (line) => ({
        ...{ ...line, place: { attachment: 'b.xml' } },
        values: line.values.map((value) => ({ ...value, place: { attachment: 'b.xml' } })),
      }),
    )
    const both = await answer(table(asked), printed(), { ...data, lines: [...lines, ...other] })
    expect(cell(both, 1, 'Quantity').at(-1)).toMatchObject({ quote: '5', contradicts: true })
  })

  test('are answered with their source and their place in print', async () => {
    const found = await answer(table(asked))

    expect(found?.value).toEqual({ column_headers: asked, rows })
    expect(found?.note).toBeUndefined()
    expect(found?.confidence?.whole).toBe(0.99)
    const [source, place] = cell(found, 1, 'Amount')
    expect(source).toMatchObject({
      source: 'factur-x: IncludedSupplyChainTradeLineItem[2]/LineTotalAmount',
      quote: '1241.00',
    })
    expect(place).toMatchObject({ page: 0, quote: '1,241.00' })
    expect(found?.report).toMatchObject({ rows: 3, missingCount: 0 })
  })

  test('may be asked for in a prompt, in other words and languages', async () => {
    const question: Question = {
      key: 'items',
      type: 'line-item',
      prompt: 'List all line items: Pos, Bezeichnung, Menge, Einzelpreis, MwSt-Satz',
    }
    const found = await answer(question)

    expect((found?.value as readonly unknown[] | undefined)?.[0]).toEqual({
      ...{ Pos: '1', Bezeichnung: 'Oak board', Menge: 2, Einzelpreis: 12.5, 'MwSt-Satz': 19 },
    })
  })
})
