import { expect, test } from 'vitest'
import { typePage } from '../testing/type-page.ts'
import { rowsInBox } from './rows-in-box.ts'

const line = (y: number, cells: readonly (readonly [text: string, x: number])[]) =>
  cells.map(([text, x]) => ({ text, x, y }))

const page = typePage([
  ...line(60, [['Invoice 7', 50]]),
  ...line(100, [
    ['Item', 50],
    ['Quantity', 220],
    ['Price', 400],
  ]),
  ...line(120, [
    ['Wood screws', 50],
    ['12', 235],
    ['1.234,56', 395],
  ]),
  ...line(140, [
    ['Nuts', 50],
    ['400', 230],
  ]),
  ...line(160, [
    ['Steel pins long', 50],
    ['2', 240],
    ['0,99', 405],
  ]),
  ...line(220, [['Total 1.235,55', 330]]),
])

test('a box around a table has its rows and columns, with the place of each cell', () => {
  const rows = rowsInBox(page, [40, 85, 500, 175])
  expect(rows.map((row) => row.map(({ text }) => text))).toEqual([
    ['Item', 'Quantity', 'Price'],
    ['Wood screws', '12', '1.234,56'],
    ['Nuts', '400', ''],
    ['Steel pins long', '2', '0,99'],
  ])
  expect(rows[1]?.[2]?.boxes).toEqual([page.words.find(({ text }) => text === '1.234,56')?.box])
  expect(rows[2]?.[2]?.boxes).toEqual([])
})

test('a box around a part of it has only that, and one over nothing has no rows', () => {
  const twoColumns = rowsInBox(page, [210, 110, 500, 175])
  expect(twoColumns.map((row) => row.map(({ text }) => text))).toEqual([
    ['12', '1.234,56'],
    ['400', ''],
    ['2', '0,99'],
  ])
  expect(rowsInBox(page, [40, 110, 500, 125]).map((row) => row.length)).toEqual([3])
  expect(rowsInBox(page, [0, 400, 500, 500])).toEqual([])
  expect(rowsInBox(page, [200, 300, 100, 100])).toEqual([])
})

test('drawn lines part the columns of cells that stand close to each other', () => {
  const close = typePage(
    [
      ...line(100, [
        ['A1', 50],
        ['B1', 66],
      ]),
      ...line(120, [
        ['A2', 50],
        ['B2', 66],
      ]),
    ],
    {
      rules: [
        ...[86, 106, 126].map((y) => [46, y, 100, y + 0.5] as const),
        ...[46, 63, 100].map((x) => [x, 86, x + 0.5, 126] as const),
      ],
    },
  )
  expect(rowsInBox(close, [40, 80, 110, 130]).map((row) => row.map(({ text }) => text))).toEqual([
    ['A1', 'B1'],
    ['A2', 'B2'],
  ])
})
