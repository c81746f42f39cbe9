import { parseExactJson } from '@recto/exact-json/parse-json'
import type { Json } from '@recto/provider-spec/answer'
import { describe, expect, test } from 'vitest'
import { wholeDocumentSettings } from '../ask/answer-list.ts'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { mergeList } from './merge-list.ts'
import type { Row } from './row-units.ts'

const statement = monospacedDocument(`
Item                    Ref           Qty         Amount       Change
Steel beams             A-101           3       1,204.50       12.40-
Copper wire             B-202          12   (2,525,077.54)     -£75.00
Safety gloves           C-303         100          12.50        4.00
Paint, 12.50 litres     D-404           7         880.25        1.25-
Account 20251234567890123456            1           9.99        0.10
`)

const printedRows: readonly Row[] = [
  { item: 'Steel beams', ref: 'A-101', qty: 3, amount: 1204.5, change: -12.4 },
  { item: 'Copper wire', ref: 'B-202', qty: 12, amount: -2525077.54, change: -75 },
  { item: 'Safety gloves', ref: 'C-303', qty: 100, amount: 12.5, change: 4 },
  { item: 'Paint, 12.50 litres', ref: 'D-404', qty: 7, amount: 880.25, change: -1.25 },
]

function merge(rows: readonly Row[]) {
  const { value, evidence, confidence } = mergeList(statement, {
    settings: wholeDocumentSettings,
    type: 'record',
    columns: Object.keys(rows[0] ?? {}),
    batches: [{ from: 0, to: Number.POSITIVE_INFINITY, rows }],
    tokens: 1000,
    unread: [],
  })
  return {
    value: value as readonly Row[],
    evidence: evidence as unknown as readonly Readonly<Record<string, Json>>[],
    parts: confidence?.parts as unknown as readonly Readonly<Record<string, Json>>[],
  }
}

test('numbers that are printed have evidence, whatever their notation, and the rows keep their order', () => {
  const { value, evidence } = merge(printedRows)

  expect(value).toEqual(printedRows)
  for (const row of evidence) expect(Object.values(row)).not.toContain(null)
})

describe('a number that is not printed as a whole has no evidence and no confidence: ', () => {
  test.each<[number, string, Json]>([
    [0, 'amount', 1],
    [0, 'amount', 204],
    [0, 'amount', 204.5],
    [0, 'amount', 120450],
    [0, 'amount', -1204.5],
    [0, 'amount', '1'],
    [0, 'amount', '£1'],
    [0, 'amount', '1 EUR'],
    [0, 'change', 12],
    [0, 'change', 12.4],
    [0, 'change', '12.40'],
    [1, 'amount', 2],
    [1, 'amount', 2525077.54],
    [1, 'amount', 525077.54],
    [1, 'change', 75],
    [3, 'change', 1.25],
    [3, 'item', 'Paint, 12 litres'],
    [3, 'item', 'Paint, 50 litres'],
  ])('row %i, %s = %j', (index, column, lie) => {
    const rows = printedRows.map((row, i) => (i === index ? { ...row, [column]: lie } : row))
    const { value, evidence, parts } = merge(rows)

    expect(value.map(({ item }) => String(item).slice(0, 5))).toEqual([
      'Steel',
      'Coppe',
      'Safet',
      'Paint',
    ])
    expect(value[index]?.[column]).toBe(lie)
    expect(evidence[index]?.[column]).toBeNull()
    expect(parts[index]?.[column]).toBeNull()
    expect(evidence[2]?.amount).toMatchObject([{ quote: '12.50' }])
  })
})

test('a number of twenty digits has evidence with all of them, and none when one digit differs', () => {
  const rowOf = (digits: string) =>
    parseExactJson(`{"item": "Account", "number": ${digits}, "amount": 9.99}`) as Row
  const right = merge([rowOf('20251234567890123456')])
  const wrong = merge([rowOf('20251234567890123457')])

  expect(JSON.stringify(right.value)).toContain(':20251234567890123456')
  expect(right.evidence[0]?.number).toMatchObject([{ quote: '20251234567890123456' }])
  expect(wrong.evidence[0]?.number).toBeNull()
})
