import type { TableBlock, TableCell, TableRow } from './flow.ts'
import { type GridLine, type GridWord, measureText, wrapText } from './wrap-text.ts'

/** Cells between two columns: two read as a column, one as a space. */
const gutter = 3
/** A column is not squeezed below this, the page grows wider instead. */
const minSqueeze = 36
const maxWord = 80
const maxSpanned = 40

/** A part of a table that fits the widest page, as rows of lines on the grid. */
type SetRow = readonly GridLine[]

/**
 * Gives every column a fixed place: as wide as its longest text where that fits the page, else squeezed to
 * share it. Columns that do not fit the widest page continue below the others.
 */
export function* setTable(
  { rows, indent = 0 }: TableBlock,
  { width, maxWidth }: { readonly width: number; readonly maxWidth: number },
): Generator<SetRow> {
  const columns = squeeze(measureColumns(rows), width - indent)
  const next = rows.map(() => ({ cell: 0, column: 0 }))
  for (const [first, end] of bandsOf(columns, maxWidth - indent)) {
    if (first > 0) yield [[]]
    const widths = columns.slice(first, end)
    const band = { first, widths, starts: startsOf(widths, indent), pageEnd: width }
    for (const [i, row] of rows.entries()) yield setRow(row, next[i]!, band)
  }
}

function measureColumns(rows: readonly TableRow[]): Measured[] {
  const columns: Measured[] = []
  for (const row of rows) {
    const count = row.reduce((sum, cell) => sum + cellOf(cell).span, 0)
    for (let i = columns.length; i < count; i++) columns.push({ line: 0, word: 0 })
    measureRow(columns, row)
  }
  for (const row of rows) {
    if (row.some((cell) => cellOf(cell).span > 1)) widenForSpans(columns, row)
  }
  return columns
}

function measureRow(columns: readonly Measured[], row: TableRow): void {
  let at = 0
  for (const cell of row) {
    const { text, span } = cellOf(cell)
    if (span === 1) widen(columns[at]!, measureText(text))
    at += span
  }
}

type Measured = { line: number; word: number }

function widen(column: Measured, { line, word }: Readonly<Measured>): void {
  column.line = Math.max(column.line, line)
  column.word = Math.max(column.word, Math.min(maxWord, word))
}

/**
 * The last column that a cell spans takes what the cell needs beyond the others. One that spans all to the end
 * needs nothing: it may run on to the end of the page.
 */
function widenForSpans(columns: readonly Measured[], row: TableRow): void {
  let at = 0
  for (const cell of row) {
    const { text, span } = cellOf(cell)
    if (span > 1 && at + span < columns.length) {
      const spanned = columns.slice(at, at + span)
      const room = spanned.reduce((sum, { line }) => sum + line + gutter, -gutter)
      const { word, line } = measureText(text)
      const last = spanned.at(-1)!
      const wanted = Math.max(Math.min(maxWord, word), Math.min(maxSpanned, line))
      const missing = wanted - room
      if (missing > 0) widen(last, { line: last.line + missing, word: last.word + missing })
    }
    at += span
  }
}

/** The largest width that lets all columns share the page; short columns keep their own. */
function squeeze(columns: readonly Measured[], width: number): number[] {
  const room = width - gutter * (columns.length - 1)
  const lines = columns.map(({ line }) => line).toSorted((a, b) => a - b)
  let left = room
  let limit = Number.POSITIVE_INFINITY
  for (const [i, line] of lines.entries()) {
    const share = Math.floor(left / (lines.length - i))
    if (line > share) {
      limit = share
      break
    }
    left -= line
  }
  const maxLine = Math.max(limit, minSqueeze)
  return columns.map(({ line, word }) => Math.max(1, word, Math.min(line, maxLine)))
}

/** Where the table is cut so that each part fits: `[first column, end]`. */
function bandsOf(columns: readonly number[], maxWidth: number): [number, number][] {
  const bands: [number, number][] = []
  let first = 0
  let used = 0
  for (const [i, width] of columns.entries()) {
    if (i > first && used + width > maxWidth) {
      bands.push([first, i])
      first = i
      used = 0
    }
    used += width + gutter
  }
  if (columns.length > 0) bands.push([first, columns.length])
  return bands
}

function startsOf(widths: readonly number[], indent: number): number[] {
  let at = indent
  return widths.map((width) => {
    const start = at
    at += width + gutter
    return start
  })
}

type Band = {
  readonly first: number
  readonly starts: readonly number[]
  readonly widths: readonly number[]
  readonly pageEnd: number
}

/** How far a row was set: its next cell and the column of that. */
type Place = { cell: number; column: number }

function setRow(row: TableRow, place: Place, band: Band): SetRow {
  const lines: GridWord[][] = [[]]
  const end = band.first + band.starts.length
  while (place.cell < row.length && place.column < end) {
    const { text, span } = cellOf(row[place.cell]!)
    if (text !== '') setCell(lines, { text, span }, place.column - band.first, band)
    place.cell += 1
    place.column += span
  }
  return lines
}

function setCell(lines: GridWord[][], cell: Required<TableCell>, at: number, band: Band): void {
  const start = band.starts[at]!
  const last = Math.min(at + cell.span, band.starts.length) - 1
  const isToEnd = cell.span > 1 && last === band.starts.length - 1
  const end = band.starts[last]! + band.widths[last]!
  const width = (isToEnd ? Math.max(end, band.pageEnd) : end) - start
  for (const [i, line] of wrapText(cell.text, width).entries()) {
    if (i === lines.length) lines.push([])
    for (const word of line) lines[i]!.push({ ...word, column: word.column + start })
  }
}

function cellOf(cell: string | TableCell): Required<TableCell> {
  return typeof cell === 'string' ? { text: cell, span: 1 } : { span: 1, ...cell }
}
