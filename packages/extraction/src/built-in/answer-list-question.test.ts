import type { FieldType, ListSettings } from '@recto/provider-spec/answer'
import { expect, test } from 'vitest'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerWithoutModel } from './answer-without-model.ts'

const bill = monospacedDocument(`
Description              Quantity      Price      Amount
Lens cleaner                   10       4.50       45.00
Frame, titanium                 2     120.00      240.00

                                   Total          285.00
`)

const ask = async (type: string, list?: ListSettings) => {
  const question = { key: 'items', prompt: 'The items', type: type as FieldType, list }
  const [answer] = await answerWithoutModel(bill, [question])
  return answer!
}

const rows = [
  { Description: 'Lens cleaner', Quantity: 10, Price: 4.5, Amount: 45 },
  { Description: 'Frame, titanium', Quantity: 2, Price: 120, Amount: 240 },
]

test.each(['line-item', 'record'])(
  'answers a %s with its rows, each cell with evidence and a confidence',
  async (type) => {
    const { value, evidence, confidence } = await ask(type)

    expect(value).toEqual(rows)
    expect(evidence).toMatchObject([{ Amount: [{ page: 0, quote: '45.00' }] }, {}])
    const parts = confidence?.parts as { Price: number; Amount: number }[]
    expect(parts).toHaveLength(2)
    expect(parts[0]!.Amount).toBeGreaterThan(parts[0]!.Price)
    expect(confidence?.words).toMatchObject([{ Amount: [[{ text: '45.00' }]] }, {}])
  },
)

test('answers a table with headers and rows, limited to the configured headers and pages', async () => {
  const settings = {
    headers: ['item', 'total'],
    startPage: 0,
    endPage: 0,
    isByHeaders: false,
    isCompressed: false,
    pageDelimiter: '',
  }

  expect((await ask('table')).value).toEqual({ column_headers: Object.keys(rows[0]!), rows })
  expect((await ask('table', settings)).value).toEqual({
    column_headers: ['item', 'total'],
    rows: [
      { item: 'Lens cleaner', total: 45 },
      { item: 'Frame, titanium', total: 240 },
    ],
  })
  expect((await ask('table', { ...settings, startPage: 2, endPage: 3 })).value).toBeNull()
})
