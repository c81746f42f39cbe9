import type { TableBlock, TableCell, TableRow } from './flow.ts'
import { type GridLine, type GridWord, measureText, wrapText } from './wrap-text.ts'

/** Cells between two columns: two read as a column, one as a space. */
const gutter = 3
/** A column is not squeezed below this, the page grows wider instead. */
const minSqueeze = 36
const maxWord = 80
const maxSpanned = 40

/** A row of a part of a table that fits the widest page. */
export type SetRow = {
  readonly lines: readonly GridLine[]
  readonly cells: readonly SetCell[]
  /** It begins the columns that did not fit beside the others. */
  readonly beginsBand?: true
}

/** The place of a cell in its row and on the grid. */
export type SetCell = {
  readonly column: number
  readonly columns: number
  readonly rows: number
  readonly start: number
  readonly end: number
}

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
    if (first > 0) yield { lines: [[]], cells: [], beginsBand: true }
    const widths = columns.slice(first, end)
    const band = { first, widths, starts: startsOf(widths, indent), pageEnd: width }
    for (const [i, row] of rows.entries()) yield setRow(row, next[i]!, band)
  }
}

function measureColumns(rows: readonly TableRow[]): CellWidths[] {
  const columns: CellWidths[] = []
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

function measureRow(columns: readonly CellWidths[], row: TableRow): void {
  let column = 0
  for (const cell of row) {
    const { text, span } = cellOf(cell)
    if (span === 1) widen(columns[column]!, measureText(text))
    column += span
  }
}

type CellWidths = { line: number; word: number }

function widen(column: CellWidths, { line, word }: Readonly<CellWidths>): void {
  column.line = Math.max(column.line, line)
  column.word = Math.max(column.word, Math.min(maxWord, word))
}

/**
 * The last column that a cell spans takes what the cell needs beyond the others. One that spans all to the end
 * needs nothing: it may run on to the end of the page.
 */
function widenForSpans(columns: readonly CellWidths[], row: TableRow): void {
  let column = 0
  for (const cell of row) {
    const { text, span } = cellOf(cell)
    if (span > 1 && column + span < columns.length) {
      const spannedColumns = columns.slice(column, column + span)
      const room = spannedColumns.reduce((sum, { line }) => sum + line + gutter, -gutter)
      const { word, line } = measureText(text)
      const last = spannedColumns.at(-1)!
      const wantedWidth = Math.max(Math.min(maxWord, word), Math.min(maxSpanned, line))
      const missingWidth = wantedWidth - room
      if (missingWidth > 0)
        widen(last, { line: last.line + missingWidth, word: last.word + missingWidth })
    }
    column += span
  }
}

/** The largest width that lets all columns share the page; short columns keep their own. */
function squeeze(columns: readonly CellWidths[], width: number): number[] {
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

/** Splits the table into parts that fit: `[first column, end]`. */
function bandsOf(columns: readonly number[], maxWidth: number): [number, number][] {
  const bands: [number, number][] = []
  let first = 0
  let usedWidth = 0
  for (const [i, width] of columns.entries()) {
    if (i > first && usedWidth + width > maxWidth) {
      bands.push([first, i])
      first = i
      usedWidth = 0
    }
    usedWidth += width + gutter
  }
  if (columns.length > 0) bands.push([first, columns.length])
  return bands
}

function startsOf(widths: readonly number[], indent: number): number[] {
  let offset = indent
  return widths.map((width) => {
    const start = offset
    offset += width + gutter
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
  const cells: SetCell[] = []
  const bandEnd = band.first + band.starts.length
  while (place.cell < row.length && place.column < bandEnd) {
    const cell = cellOf(row[place.cell]!)
    const column = place.column - band.first
    if (cell.text !== '') setCell(lines, cell, column, band)
    const columns = Math.min(cell.span, band.starts.length - column)
    cells.push({ column, columns, rows: cell.rows, ...extentOf(cell, column, band) })
    place.cell += 1
    place.column += cell.span
  }
  return { lines, cells }
}

/** From the cell's first column to its last; one that spans all to the end may run on to the end of the page. */
function extentOf({ span }: Required<TableCell>, offset: number, band: Band) {
  const start = band.starts[offset]!
  const last = Math.min(offset + span, band.starts.length) - 1
  const isToEnd = span > 1 && last === band.starts.length - 1
  const end = band.starts[last]! + band.widths[last]!
  return { start, end: isToEnd ? Math.max(end, band.pageEnd) : end }
}

function setCell(lines: GridWord[][], cell: Required<TableCell>, offset: number, band: Band): void {
  const { start, end } = extentOf(cell, offset, band)
  for (const [i, line] of wrapText(cell.text, end - start).entries()) {
    if (i === lines.length) lines.push([])
    for (const word of line) lines[i]!.push({ ...word, column: word.column + start })
  }
}

function cellOf(cell: string | TableCell): Required<TableCell> {
  return typeof cell === 'string' ? { text: cell, span: 1, rows: 1 } : { span: 1, rows: 1, ...cell }
}
