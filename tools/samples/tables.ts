import type { Drawing } from '@recto/document-reader/testing/draw-pdf'
import { dollars, type Pen, penOn } from './digital-pages.ts'

const grid = '#9ca3af'
const regions = [
  'North',
  'North-east',
  'East',
  'South-east',
  'South',
  'South-west',
  'West',
  'Islands',
  'Capital',
  'Abroad',
]
const widths = [28, 92, 62, 62, 62, 62, 62, 66]
const place = { left: 48, top: 70, height: 19 }
const whole = (value: number) => value.toLocaleString('en-US')
const sumOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0)

/** Returns the contents of the cells, row by row. */
function cellsOfBudget(): string[][] {
  const quarters = regions.map((_, index) =>
    [0, 1, 2, 3].map((quarter) => 1200 + ((index * 731 + quarter * 397) % 2900)),
  )
  const totals = [0, 1, 2, 3].map((quarter) => sumOf(quarters.map((one) => one[quarter] ?? 0)))
  const rowOf = (name: string, values: readonly number[], change: string) => [
    name,
    ...values.map(whole),
    whole(sumOf(values)),
    change,
  ]
  const rows = [
    ['Region', 'Q1', 'Q2', 'Q3', 'Q4', 'Year', 'Change'],
    ...quarters.map((values, index) =>
      rowOf(regions[index] ?? '', values, `${((index * 29) % 23) - 7}%`),
    ),
    rowOf('Total', totals, ''),
  ]
  return [
    ['', 'A', 'B', 'C', 'D', 'E', 'F', 'G'],
    ...rows.map((row, index) => [String(index + 1), ...row]),
  ]
}

export function spreadsheet(drawing: Drawing): void {
  const pen = penOn(drawing)
  const { left, top, height } = place
  const rows = cellsOfBudget()
  const edges = [left, ...widths.map((_, index) => left + sumOf(widths.slice(0, index + 1)))]
  const right = edges.at(-1) ?? left
  const bottom = top + rows.length * height
  pen.put('budget-2026.xlsx, sheet Revenue', left, 46, { size: 8, colour: '#6b7280' })
  drawing.rect(left, top, right - left, height).fill('#eef2f7')
  drawing.rect(left, top, 28, bottom - top).fill('#eef2f7')
  for (let row = 0; row <= rows.length; row++) {
    pen.rule(left, top + row * height, right - left, grid)
  }
  for (const x of edges) drawing.moveTo(x, top).lineTo(x, bottom).lineWidth(0.7).stroke(grid)
  for (const [row, cells] of rows.entries()) {
    const bold = row === 1 || row === rows.length - 1
    putCells(pen, cells, { y: top + row * height + 5, edges, bold })
  }
}

type Line = { readonly y: number; readonly edges: readonly number[]; readonly bold: boolean }

function putCells(pen: Pen, cells: readonly string[], { y, edges, bold }: Line): void {
  for (const [column, text] of cells.entries()) {
    const [start = 0, end = 0] = edges.slice(column)
    if (column < 2) pen.put(text, start + 5, y, { size: 9, bold })
    else pen.putRight(text, end - 5, y, { size: 9, bold })
  }
}

const parts = [
  'Hex bolt',
  'Washer',
  'Lock nut',
  'Bearing',
  'Shaft seal',
  'Drive belt',
  'Spring pin',
  'Gasket',
  'O-ring',
]
const columns = [
  { head: 'Part no.', x: 40, isRight: false },
  { head: 'Description', x: 100, isRight: false },
  { head: 'Size', x: 240, isRight: false },
  { head: 'Unit', x: 330, isRight: false },
  { head: 'Pack', x: 400, isRight: true },
  { head: 'Stock', x: 470, isRight: true },
  { head: 'Price', x: 555, isRight: true },
]

const partAt = (row: number): readonly string[] => [
  `RX-${10_400 + row * 13}`,
  `${parts[row % parts.length]}, ${row % 2 ? 'steel' : 'stainless'}`,
  `M${4 + (row % 8) * 2} x ${10 + ((row * 7) % 60)}`,
  row % 3 ? 'piece' : 'set',
  String(1 + ((row * 5) % 50)),
  String((row * 97) % 1400),
  dollars(0.35 + ((row * 173) % 4200) / 100),
]

export function denseTable(drawing: Drawing): void {
  const pen = penOn(drawing)
  pen.put('Price list of spare parts, valid from 1 January 2026', 40, 36, { size: 12, bold: true })
  const lineAt = (cells: readonly string[], y: number, bold = false) => {
    for (const [index, { x, isRight }] of columns.entries()) {
      const show = isRight ? pen.putRight : pen.put
      show(cells[index] ?? '', x, y, { size: 7.2, bold })
    }
  }
  lineAt(
    columns.map(({ head }) => head),
    60,
    true,
  )
  pen.rule(40, 71, 515, '#1f2937')
  for (let row = 0; row < 68; row++) lineAt(partAt(row), 75 + row * 10.6)
  for (let group = 1; group < 14; group++) pen.rule(40, 73.4 + group * 53, 515)
}
