import type { TableCell, TableRow, WarningBlock } from '../../typeset/flow.ts'

/** A cell that shows something; column and row count from 0. */
export type SheetCell = {
  readonly column: number
  readonly text: string
  /** Columns that it was merged over; default 1. */
  readonly span?: number
  /** What the cell holds, where that is a number or a day and its text only shows it. */
  readonly exact?: ExactCell
  /** The text is a formula, because the file does not have its value. */
  readonly isFormula?: true
}

/** A number has a decimal point and no other sign; a day is `YYYY-MM-DD`. */
export type ExactCell = { readonly kind: 'number' | 'date'; readonly value: string }

export type SheetRow = { readonly row: number; readonly cells: readonly SheetCell[] }

/** A sheet that is shown. */
export type ShownSheet = { readonly title: string; readonly rows: readonly SheetRow[] }

/** Says that a sheet was left out. */
export function hiddenSheet(title: string): WarningBlock {
  return { kind: 'warning', text: `The sheet “${title}” is hidden and is not in the text.` }
}

/** `AB` is column 27. */
export function columnName(column: number): string {
  let name = ''
  let rest = column + 1
  while (rest > 0) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
    rest = Math.floor((rest - 1) / 26)
  }
  return name
}

/**
 * The rows of a sheet as a table. Columns without any cell are left out, and rows without any become one blank
 * line, so that a few cells far apart are still a small table. A text that stands alone in its row, such as
 * a heading, runs over the columns beside it, as it does on screen.
 */
export function* sheetTable(rows: readonly SheetRow[]): Generator<TableRow> {
  const usedColumns = [...new Set(rows.flatMap(({ cells }) => cells.map(({ column }) => column)))]
  const places = new Map(usedColumns.sort((a, b) => a - b).map((column, i) => [column, i]))
  let last: number | undefined
  for (const { row, cells } of rows) {
    if (cells.length === 0) continue
    if (last !== undefined && row > last + 1) yield []
    last = row
    yield toRow(cells, places, usedColumns)
  }
}

function toRow(
  cells: readonly SheetCell[],
  places: ReadonlyMap<number, number>,
  usedColumns: readonly number[],
): TableRow {
  const row: (string | TableCell)[] = []
  const sorted = [...cells].sort((a, b) => a.column - b.column)
  let next = 0
  for (const { column, text, span = 1 } of sorted) {
    const place = places.get(column)!
    if (place < next) continue
    while (next < place) next = row.push('')
    const coveredCount = usedColumns.filter(
      (usedColumn) => usedColumn >= column && usedColumn < column + span,
    ).length
    const width = cells.length === 1 ? usedColumns.length - place : coveredCount
    row.push(width > 1 ? { text, span: width } : text)
    next = place + width
  }
  return row
}
