import type { DocumentText } from '@recto/document-text/model'
import { expect, test } from 'vitest'
import { monospacedDocument } from '../../testing/monospaced-document.ts'
import { prepareDocument } from '../prepare-document.ts'
import { straightenPages } from '../straighten-pages.ts'
import { answerRows } from './answer-rows.ts'
import { findRows, type ListRequest } from './find-rows.ts'

type Document = DocumentText
type ListOptions = Partial<ListRequest>

function readRows(document: Document, options: ListOptions = {}) {
  const preparedDocument = prepareDocument(straightenPages(document), [])
  const search = findRows(preparedDocument, {
    question: { key: 'lines', prompt: 'the lines' },
    headers: [],
    isOfItems: false,
    startPage: 0,
    endPage: 0,
    ...options,
  })
  return 'rows' in search ? answerRows(preparedDocument, search.rows) : undefined
}

const bill = `
Fernbrook Optics                                  Invoice 2219

Description              Quantity      Price      Amount
Lens cleaner                   10       4.50       45.00
in a bottle
Frame, titanium                 2     120.00      240.00

                                   Subtotal      285.00
                                   VAT 20%        57.00
                                   Total         342.00

Thank you for your order. We are glad to be of service to you.
`

test.each([
  '',
  'nothing but a sentence about a table',
  'Total    342.00',
  'Description      Amount',
  'Name: Ana\nAge: 31',
])('finds no rows in “%s”', (text) => {
  expect(readRows(monospacedDocument(text))).toBeUndefined()
})

test('reads rows below headings with their wrapped texts, and without totals', () => {
  const rows = readRows(monospacedDocument(bill))

  expect(rows?.values).toEqual([
    { Description: 'Lens cleaner\nin a bottle', Quantity: 10, Price: 4.5, Amount: 45 },
    { Description: 'Frame, titanium', Quantity: 2, Price: 120, Amount: 240 },
  ])
  expect(rows?.evidence).toMatchObject([
    {
      Description: [{ page: 0, quote: 'Lens cleaner in a bottle', boxes: [{}, {}] }],
      Quantity: [{ quote: '10', match: 'exact' }],
      Price: [{ quote: '4.50', match: 'normalised' }],
      Amount: [{ quote: '45.00' }],
    },
    { Description: [{ quote: 'Frame, titanium' }] },
  ])
  expect(rows?.facts.get('Amount')).toEqual({ isKnown: true, addsUp: true })
  expect(rows?.facts.get('Price')).toEqual({ isKnown: true, addsUp: false })
})

test('names the columns by the configured headers, in any language of the document', () => {
  const german = monospacedDocument(`
Pos.   Beschreibung                         Menge     Betrag
1      Regal, Eiche geölt                   1         1.250,00
2      Montage vor Ort                      1         250,00
`)

  expect(readRows(german, { headers: ['description', 'amount', 'colour'] })?.values).toEqual([
    { description: 'Regal, Eiche geölt', amount: 1250, colour: null },
    { description: 'Montage vor Ort', amount: 250, colour: null },
  ])
  const question = { key: 'x', prompt: 'All items with their item name, qty and line total.' }
  expect(readRows(german, { question })?.columns).toEqual(['item name', 'qty', 'line total'])
})

const statement = (rows: readonly string[]) =>
  ['Date          Text                     Amount', ...rows].join('\n')

test('continues rows on the next page, with and without repeated headings', () => {
  const pages = [
    statement([
      '2026-05-04    Rent of the shop         -900.00',
      'Carried forward                        -900.00',
    ]),
    statement(['and of the yard', '2026-05-06    Soup sold                  45.10']),
    '2026-05-07    Bread sold                 12.00\nPage 3 of 3',
  ]

  const rows = readRows(monospacedDocument(...pages))

  expect(rows?.values).toEqual([
    { Date: '2026-05-04', Text: 'Rent of the shop', Amount: -900 },
    { Date: '2026-05-06', Text: 'Soup sold', Amount: 45.1 },
    { Date: '2026-05-07', Text: 'Bread sold', Amount: 12 },
  ])
})

test('reads a row that is wrapped at a page end as one row with evidence on both pages', () => {
  const rows = readRows(
    monospacedDocument(
      statement(['2026-05-04    Rent of the shop         -900.00']),
      statement([
        '              and of the yard',
        '2026-05-06    Soup sold                  45.10',
      ]),
    ),
  )

  expect(rows?.values[0]).toEqual({
    Date: '2026-05-04',
    Text: 'Rent of the shop\nand of the yard',
    Amount: -900,
  })
  expect(rows?.evidence[0]).toMatchObject({ Text: [{ page: 0 }, { page: 1 }] })
  expect(rows?.values).toHaveLength(2)
})

test('reads only the configured pages', () => {
  const page = (name: string) => statement([`2026-05-04    ${name}                   1.00`])
  const document = monospacedDocument(page('one'), page('two'), page('three'))

  const rows = readRows(document, { startPage: 2, endPage: 2 })

  expect(rows?.values.map(({ Text }) => Text)).toEqual(['two'])
})

test('chooses the table that the question names', () => {
  const document = monospacedDocument(`
Date          Text                     Amount
2026-05-04    Rent                    -900.00


Name          Role                     Hours
Ana           Cook                         38
Ben           Waiter                       20
`)

  const options = { question: { key: 'staff', prompt: 'Every name with role and hours' } }

  expect(readRows(document, options)?.values).toEqual([
    { Name: 'Ana', role: 'Cook', hours: 38 },
    { Name: 'Ben', role: 'Waiter', hours: 20 },
  ])
})

test('separates records by their first label when there are no columns', () => {
  const document = monospacedDocument(`
Name: Ana
Age: 31
City: Leeds

Name: Ben
City: York
`)

  expect(readRows(document)?.values).toEqual([
    { Name: 'Ana', City: 'Leeds' },
    { Name: 'Ben', City: 'York' },
  ])
  expect(readRows(document, { headers: ['city', 'name'] })?.values).toEqual([
    { city: 'Leeds', name: 'Ana' },
    { city: 'York', name: 'Ben' },
  ])
  expect(readRows(document, { headers: ['city', 'salary'] })).toBeUndefined()
})

const services = `
Cloud services                       August
Summary
Services                             $4.10
Credits                              $0.00
Total                                $4.10
Detail
Data transfer                        $0.01
  Usage                              $0.01
  VAT                                $0.00
Computing                            $1.87
  Usage                              $1.87
Archive                              $2.22
  Usage                              $2.22
`

test('reads items with prices as rows without headings, and skips indented details', () => {
  const rows = readRows(monospacedDocument(services), { isOfItems: true })

  expect(rows?.values).toEqual([
    { Description: 'Data transfer', Amount: 0.01 },
    { Description: 'Computing', Amount: 1.87 },
    { Description: 'Archive', Amount: 2.22 },
  ])
  expect(rows?.evidence[1]).toMatchObject({
    Description: [{ quote: 'Computing' }],
    Amount: [{ quote: '$1.87' }],
  })
  expect(rows?.facts.get('Amount')).toEqual({ isKnown: false, addsUp: true })
  const rowsWithHeaders = readRows(monospacedDocument(services), { headers: ['item', 'amount'] })
  expect(rowsWithHeaders?.values[0]).toEqual({ item: 'Data transfer', amount: 0.01 })
  expect(readRows(monospacedDocument(services), { headers: ['amount', 'colour'] })).toBeUndefined()
})

test.each([
  ['two items', 'Tea        4.10\nCake       3.20'],
  ['totals', 'Subtotal   285.00\nVAT        57.00\nTotal      342.00\nAmount due 342.00'],
  ['labels', 'Rent:      900.00\nPower:     80.00\nWater:     20.00'],
  ['counts', 'Doors      12\nWindows    30\nRooms      8'],
  ['prices that are not aligned', 'Tea   4.10\nCake              3.20\nMilk        1.20'],
  ['items apart from each other', 'Tea   4.10\nThanks\nCake  3.20\nThanks\nMilk  1.20'],
])('does not read %s without headings as a list', (_, text) => {
  expect(readRows(monospacedDocument(text))).toBeUndefined()
})
