import type { Box } from '../model.ts'
import type { GapExtent } from './find-strips.ts'
import { isBetween } from './table-lines.ts'
import type { ShapedCell } from './table-shape.ts'

/** The upper and lower end of a row's lines, from the middle of the first to the middle of the last. */
type RowExtent = { readonly first: number; readonly last: number }

export type RowSpanContext = {
  readonly rows: readonly RowExtent[]
  readonly columns: readonly GapExtent[]
  readonly separators: readonly Box[]
}

/** Share of a column's width that a line covers. */
const minCovered = 0.6
/** Share of the rows below the head whose first cell is filled, and of the other columns that a row of a group fills. */
const minNamed = 0.4
const minFilled = 0.6

type Cells = Map<string, ShapedCell>
const placeOf = (row: number, column: number) => `${row} ${column}`

/**
 * Joins cells that reach over several rows: where lines are drawn between other columns of two rows and not between theirs. In a table
 * without such lines the first column tells, which names each row or each group of rows.
 */
export function joinRowGroups(
  cells: readonly ShapedCell[],
  context: RowSpanContext,
): readonly ShapedCell[] {
  const { rows, columns, separators } = context
  const owners: Cells = new Map(
    cells.flatMap((cell) => placesOf(cell).map((place) => [place, cell])),
  )
  const headRows = Math.max(...cells.filter(({ row }) => row === 0).map((cell) => cell.rows), 1)
  const hasGroups = areRowsNamed(owners, headRows, rows.length)
  for (let row = 0; row + 1 < rows.length; row++) {
    const drawnLines = separators.filter((box) =>
      isBetween(box, rows[row]!.last, rows[row + 1]!.first),
    )
    if (drawnLines.length > 0) joinUndrawn(owners, row, { columns, drawnLines })
    else if (hasGroups && row >= headRows && belongsToGroup(owners, row + 1, context))
      joinCells(owners, { row, column: 0 })
  }
  return [...new Set(owners.values())]
}

const placesOf = ({ row, rows, column, columns }: ShapedCell) =>
  Array.from({ length: rows * columns }, (_, i) =>
    placeOf(row + Math.floor(i / columns), column + (i % columns)),
  )

type DrawnLines = {
  readonly columns: readonly GapExtent[]
  readonly drawnLines: readonly Box[]
}

function joinUndrawn(owners: Cells, row: number, { columns, drawnLines }: DrawnLines): void {
  const areDrawn = columns.map(([from, to]) =>
    drawnLines.some(
      (box) => Math.min(box[2], to) - Math.max(box[0], from) >= minCovered * (to - from),
    ),
  )
  if (!areDrawn.some((isDrawn) => isDrawn)) return
  for (const [column, isDrawn] of areDrawn.entries())
    if (!isDrawn) joinCells(owners, { row, column })
}

const isNarrow = (cell: ShapedCell | undefined) => cell === undefined || cell.columns === 1

/** Joins a cell with the one below unless one of them reaches over several columns. */
function joinCells(owners: Cells, { row, column }: { row: number; column: number }): void {
  const upper = owners.get(placeOf(row, column))
  const lower = owners.get(placeOf(row + 1, column))
  if (upper === lower || !isNarrow(upper) || !isNarrow(lower)) return
  const first = upper?.row ?? row
  const end = lower ? lower.row + lower.rows : row + 2
  const pieces = [...(upper?.pieces ?? []), ...(lower?.pieces ?? [])]
  const joinedCell = { row: first, rows: end - first, column, columns: 1, pieces }
  for (const place of placesOf(joinedCell)) owners.set(place, joinedCell)
}

function areRowsNamed(owners: Cells, headRows: number, rowCount: number): boolean {
  let namedCount = 0
  for (let row = headRows; row < rowCount; row++) if (owners.has(placeOf(row, 0))) namedCount++
  return namedCount >= minNamed * (rowCount - headRows)
}

/** Whether a row without a name is another one of the group above. A row of numbers alone is a sum. */
function belongsToGroup(
  owners: Cells,
  row: number,
  { columns }: Pick<RowSpanContext, 'columns'>,
): boolean {
  if (owners.has(placeOf(row, 0))) return false
  const otherCells = columns
    .map((_, column) => owners.get(placeOf(row, column)))
    .filter((cell) => cell !== undefined)
  const hasWords = otherCells.some(({ pieces }) => pieces.some(({ text }) => /\p{L}/u.test(text)))
  return hasWords && otherCells.length >= minFilled * (columns.length - 1)
}
