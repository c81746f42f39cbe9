import type { EmbeddedData, EmbeddedLine, EmbeddedValue } from '@recto/document-text/embedded'
import type { Evidence, ListSettings, Question } from '@recto/provider-spec/answer'
import { describe, expect, test } from 'vitest'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerFromEmbedded } from './answer-from-embedded.ts'

const place = { attachment: 'factur-x.xml' }
const lineOf = (
  index: number,
  name: string,
  numbers: readonly [string, string, string],
): EmbeddedLine => {
  const path = `IncludedSupplyChainTradeLineItem[${index + 1}]`
  const value = (term: string, last: string, text: string, kind: EmbeddedValue['kind'] = 'text') =>
    ({ source: 'factur-x', name: `${path}/${last}`, term, kind, value: text, place }) as const
  const [quantity, price, amount] = numbers
  return {
    source: 'factur-x',
    name: path,
    place,
    values: [
      value('BT-126', 'LineID', String(index + 1)),
      value('BT-153', 'Name', name),
      value('BT-129', 'BilledQuantity', quantity, 'number'),
      value('BT-146', 'ChargeAmount', price, 'number'),
      value('BT-131', 'LineTotalAmount', amount, 'number'),
      value('BT-152', 'RateApplicablePercent', '19.00', 'number'),
    ],
  }
}

/** Its price is for so many pieces. */
function withBase(pieces: string, unit = 'C62'): EmbeddedLine {
  const line = lineOf(0, 'Brass screw', ['250', '41.20', '103.00'])
  const path = `${line.name}/BasisQuantity`
  const invoiceFields = { source: 'factur-x', name: path, place } as const
  return {
    ...line,
    values: [
      ...line.values,
      {
        ...invoiceFields,
        name: `${line.name}/unitCode`,
        term: 'BT-130',
        kind: 'text',
        value: 'C62',
      },
      { ...invoiceFields, term: 'BT-149', kind: 'number', value: pieces },
      { ...invoiceFields, name: `${path}/unitCode`, term: 'BT-150', kind: 'text', value: unit },
    ],
  }
}

const lines = [
  lineOf(0, 'Oak board', ['2', '12.50', '25.00']),
  lineOf(1, 'Copper pipe', ['4', '310.25', '1241.00']),
  lineOf(2, 'Assembly', ['1', '80.00', '80.00']),
]
const data: EmbeddedData = { values: [], lines, problems: [] }

const printedDocument = (amount = '1,241.00') =>
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
  headers: [],
  startPage: 0,
  endPage: 0,
  isByHeaders: false,
  isCompressed: false,
  pageDelimiter: '<<<',
}
const table = (headers: readonly string[], prompt = 'List all line items'): Question => ({
  key: 'items',
  prompt,
  type: 'table',
  list: { ...settings, headers },
})
const columns = ['Item', 'Quantity', 'Unit price', 'Amount']
const answer = async (question: Question, document = printedDocument(), givenData = data) =>
  (await answerFromEmbedded(document, givenData, [question]))[0]

type Cells = { readonly rows: readonly Readonly<Record<string, readonly Evidence[]>>[] }
const cell = (answer: { readonly evidence: unknown } | undefined, row: number, column: string) =>
  (answer?.evidence as Cells | undefined)?.rows[row]?.[column] ?? []

describe('a list is asked of the model', () => {
  test.each([
    ['a column means nothing that lines have', table(['Item', 'Colour'])],
    ['two columns mean the same', table(['Item', 'Article'])],
    ['neither a column nor the lines are named', table([], 'List the taxes')],
    ['a field is in no line', table(['Item', 'GTIN'])],
    ['some lines are asked for', table(columns, 'List the line items that cost over 100')],
    ['something is to be made of them', table(columns, 'List all items in euros')],
    [
      'one page is asked for',
      { ...table(columns), list: { ...settings, headers: columns, endPage: 1 } },
    ],
    ['amounts and rates may be those of taxes', table(['Tax rate', 'Net amount'])],
    [
      'a record is of the whole invoice',
      { ...table(['number', 'total', 'currency']), type: 'record' },
    ],
  ] as const)('when %s', async (_, question) => {
    expect(await answer(question)).toBeUndefined()
  })

  test.each([
    ['pieces of another unit', [withBase('100', 'TNE')]],
    ['nothing', [withBase('0')]],
  ])('when a price is for %s', async (_, linesGiven) => {
    expect(
      await answer(table(columns), printedDocument(), { ...data, lines: linesGiven }),
    ).toBeUndefined()
  })

  test('when there are no lines', async () => {
    expect(
      await answer(table(columns), printedDocument(), { values: [], problems: [] }),
    ).toBeUndefined()
  })
})

describe('the lines of an e-invoice', () => {
  const rows = [
    { Item: 'Oak board', Quantity: 2, 'Unit price': 12.5, Amount: 25 },
    { Item: 'Copper pipe', Quantity: 4, 'Unit price': 310.25, Amount: 1241 },
    { Item: 'Assembly', Quantity: 1, 'Unit price': 80, Amount: 80 },
  ]

  test.each([
    ['All items with product name, qty and net amount', ['product name', 'qty', 'net amount']],
    [
      'Alle Positionen mit Bezeichnung, Menge und Gesamtpreis',
      ['Bezeichnung', 'Menge', 'Gesamtpreis'],
    ],
    [
      'Toutes les lignes avec désignation, quantité et montant',
      ['désignation', 'quantité', 'montant'],
    ],
    [
      'Return a JSON array with the keys description, quantity, line_total',
      ['description', 'quantity', 'line_total'],
    ],
    ['product, quantity, total', ['product', 'quantity', 'total']],
  ] as const)('have the columns that the prompt names: %s', async (prompt, names) => {
    const { value } = (await answer({ key: 'items', prompt, type: 'line-item' })) ?? {}

    expect(value).toEqual(
      rows.map(({ Item, Quantity, Amount }) => ({
        [names[0]]: Item,
        [names[1]]: Quantity,
        [names[2]]: Amount,
      })),
    )
  })

  test.each(['line items', 'List all positions of the invoice', 'Alle Artikel'])(
    'have all usual columns when the prompt names none: %s',
    async (prompt) => {
      const { value } = (await answer({ key: 'items', prompt, type: 'line-item' })) ?? {}

      expect(value).toMatchObject(
        rows.map((row) => ({
          description: row.Item,
          quantity: row.Quantity,
          unit_price: row['Unit price'],
          line_total: row.Amount,
        })),
      )
    },
  )

  test('that the print contradicts show both', async () => {
    const foundAnswer = await answer(table(columns), printedDocument('9,241.00'))

    expect(foundAnswer?.value).toEqual({ column_headers: columns, rows })
    const contradictions = cell(foundAnswer, 1, 'Amount').filter(({ contradicts }) => contradicts)
    expect(contradictions).toEqual([
      expect.objectContaining({ page: 0, quote: 'Copper pipe 4 310.25 9,241.00' }),
    ])
    expect(foundAnswer?.note).toContain('page 1 says “Copper pipe 4 310.25 9,241.00”')
    expect(foundAnswer?.confidence?.whole).toBe(0.5)
    expect(cell(foundAnswer, 0, 'Amount').some(({ contradicts }) => contradicts)).toBe(false)
  })

  test('that their sums or another e-invoice contradict show that', async () => {
    const problem = {
      source: 'factur-x',
      place,
      text: 'Line 2 is wrong.',
      terms: ['BT-131'],
      line: 1,
    } as const
    const tamperedAnswer = await answer(table(columns), printedDocument(), {
      ...data,
      problems: [problem],
    })
    expect(cell(tamperedAnswer, 1, 'Amount').at(-1)).toMatchObject({
      quote: 'Line 2 is wrong.',
      contradicts: true,
    })
    expect(cell(tamperedAnswer, 0, 'Amount').some(({ contradicts }) => contradicts)).toBe(false)

    const otherLines = [
      lines[0]!,
      lineOf(1, 'Copper pipe', ['5', '310.25', '1551.25']),
      lines[2]!,
    ].map((line) => ({
      ...line,
      place: { attachment: 'b.xml' },
      values: line.values.map((value) => ({ ...value, place: { attachment: 'b.xml' } })),
    }))
    const bothAnswer = await answer(table(columns), printedDocument(), {
      ...data,
      lines: [...lines, ...otherLines],
    })
    expect(cell(bothAnswer, 1, 'Quantity').at(-1)).toMatchObject({ quote: '5', contradicts: true })
  })

  test('are answered with their source and their place in print', async () => {
    const foundAnswer = await answer(table(columns))

    expect(foundAnswer?.value).toEqual({ column_headers: columns, rows })
    expect(foundAnswer?.note).toBeUndefined()
    expect(foundAnswer?.confidence?.whole).toBe(0.99)
    const [source, place] = cell(foundAnswer, 1, 'Amount')
    expect(source).toMatchObject({
      source: 'factur-x: IncludedSupplyChainTradeLineItem[2]/LineTotalAmount',
      quote: '1241.00',
    })
    expect(place).toMatchObject({ page: 0, quote: '1,241.00' })
    expect(foundAnswer?.report).toMatchObject({ rows: 3, missingCount: 0 })
  })

  test('of which another e-invoice has more show that', async () => {
    const otherLines = lines
      .concat(lineOf(3, 'Varnish', ['1', '9.00', '9.00']))
      .map((line) => ({ ...line, place: { attachment: 'b.xml' } }))
    const foundAnswer = await answer(table(columns), printedDocument(), {
      ...data,
      lines: [...lines, ...otherLines],
    })

    expect(cell(foundAnswer, 2, 'Item').at(-1)).toMatchObject({
      quote: '4 lines',
      contradicts: true,
    })
  })

  test('are found in print that has them in another order and with numbers of its own', async () => {
    const page = monospacedDocument(
      [
        'Pos  Item            Quantity      Price        Amount',
        '10   Assembly               1      80.00         80.00',
        '20   Oak board              2      12.50         25.00',
        '30   Copper pipe            4     310.25      9,241.00',
      ].join('\n'),
    )
    const foundAnswer = await answer(table(['Pos', ...columns]), page)

    const inPrint = (row: number, column: string) => cell(foundAnswer, row, column)[1]?.quote
    expect([0, 1, 2].map((row) => inPrint(row, 'Item'))).toEqual([
      'Oak board',
      'Copper pipe',
      'Assembly',
    ])
    expect([0, 2].map((row) => inPrint(row, 'Amount'))).toEqual(['25.00', '80.00'])
    const contradictions = [0, 1, 2].map((row) =>
      cell(foundAnswer, row, 'Amount').filter(({ contradicts }) => contradicts),
    )
    expect(contradictions.map(({ length }) => length)).toEqual([0, 1, 0])
  })

  test('are records too: rows under names', async () => {
    const foundAnswer = await answer({
      ...table(columns, 'Get the records of all lines'),
      type: 'record',
    })

    expect(foundAnswer?.value).toEqual(rows)
    expect((foundAnswer?.evidence as readonly unknown[] | undefined)?.[1]).toMatchObject({
      Amount: [{ quote: '1241.00' }, { quote: '1,241.00' }],
    })
  })

  describe('whose price is for a hundred', () => {
    const page = (price: string) =>
      monospacedDocument(
        [
          'Item             Quantity      Price   per     Amount',
          `Brass screw           250    ${price.padStart(7)}   100     103.00`,
        ].join('\n'),
      )
    const hundred = { ...data, lines: [withBase('100')] }

    test.each(['41.20', '0.412'])('say what one costs, where print says %s', async (price) => {
      const foundAnswer = await answer(table(columns), page(price), hundred)

      expect((foundAnswer?.value as { readonly rows: unknown } | undefined)?.rows).toEqual([
        { Item: 'Brass screw', Quantity: 250, 'Unit price': 0.412, Amount: 103 },
      ])
      expect(cell(foundAnswer, 0, 'Unit price')).toMatchObject([
        { quote: '41.20', match: 'derived', source: expect.stringContaining('ChargeAmount') },
        { quote: '100', match: 'derived', source: expect.stringContaining('BasisQuantity') },
        { quote: price, page: 0 },
      ])
      expect(foundAnswer?.note).toBeUndefined()
    })

    test('show it when print says another price', async () => {
      const foundAnswer = await answer(table(columns), page('47.20'), hundred)

      expect(cell(foundAnswer, 0, 'Unit price').at(-1)).toMatchObject({
        quote: 'Brass screw 250 47.20 100 103.00',
        contradicts: true,
      })
    })

    test('are given as they are written where the hundred is asked for too', async () => {
      const question = table(['Artikel', 'Menge', 'Preis', 'Preiseinheit'])
      const foundAnswer = await answer(question, page('41.20'), hundred)

      expect((foundAnswer?.value as { readonly rows: unknown } | undefined)?.rows).toEqual([
        { Artikel: 'Brass screw', Menge: 250, Preis: 41.2, Preiseinheit: 100 },
      ])
    })
  })

  test('may be asked for in a prompt, in other words and languages', async () => {
    const question: Question = {
      key: 'items',
      type: 'line-item',
      prompt: 'List all line items: Pos, Bezeichnung, Menge, Einzelpreis, MwSt-Satz',
    }
    const foundAnswer = await answer(question)

    expect((foundAnswer?.value as readonly unknown[] | undefined)?.[0]).toEqual({
      Pos: '1',
      Bezeichnung: 'Oak board',
      Menge: 2,
      Einzelpreis: 12.5,
      'MwSt-Satz': 19,
    })
  })
})
