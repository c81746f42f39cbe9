import { getHeight } from '../../align/boxes.ts'
import type { Passage } from '../../align/passage.ts'
import type { CellRow } from '../../labels/cell-rows.ts'
import { getUsualFill, type NextRow, type TableState } from './table-state.ts'

/** Whether a line continues the row directly above. */
export function continuesRow(state: TableState, row: CellRow, nextRow: NextRow): boolean {
  const { isAfterTotal, rows, isAfterHeadings, page, bottom } = state
  const previousRow = rows.at(-1)
  const [cell] = row.cells
  if (isAfterTotal || !previousRow || !cell) return false
  // Below repeated headings, it continues the last row of the previous page.
  const isElsewhere = previousRow.every((texts) => texts.every((text) => text.page !== page))
  if (isElsewhere && (!isAfterHeadings || bottom === 0)) return false
  const filledColumns = nextRow.rowCells
    .map((_, i) => i)
    .filter((i) => nextRow.rowCells[i] !== undefined)
  const line: ContinuationLine = {
    cell,
    filledColumns,
    previousRow,
    gap: isElsewhere ? 0 : nextRow.gap,
  }
  if (!isElsewhere && isOffset(line)) return true
  if (!isElsewhere && nextRow.gap < state.tightGap) return !beginsRow(state, line)
  return isTextLine(state, line)
}

type ContinuationLine = {
  readonly cell: Passage
  /** Indices of the columns that the line fills. */
  readonly filledColumns: readonly number[]
  readonly previousRow: Passage[][]
  readonly gap: number
}

/** Whether a line fills only what the row has left empty, and is printed slightly below it. */
const isOffset = ({ cell, filledColumns, previousRow, gap }: ContinuationLine): boolean =>
  filledColumns.length > 0 &&
  !filledColumns.includes(0) &&
  gap < 0.5 * getHeight(cell.box) &&
  filledColumns.every((i) => (previousRow[i]?.length ?? 0) === 0)

const hasNumberIn = ({ contents }: TableState, filledColumns: readonly number[]) =>
  filledColumns.some((i) => contents[i]?.isNumeric)

/** A row has one number in a column of numbers, and so a second one begins another row. */
const beginsRow = (state: TableState, { filledColumns, previousRow }: ContinuationLine): boolean =>
  filledColumns.includes(0) &&
  hasNumberIn(state, filledColumns) &&
  (filledColumns.length >= getUsualFill(state) - 1 ||
    filledColumns.some((i) => state.contents[i]?.isNumeric && (previousRow[i]?.length ?? 0) > 0))

/** Whether a line only has text for one or two columns of the row above. */
function isTextLine(state: TableState, line: ContinuationLine): boolean {
  const { cell, filledColumns, previousRow, gap } = line
  const maxGap = (state.tightGap > 0 ? 1.2 : 1.5) * getHeight(cell.box)
  if (hasNumberIn(state, filledColumns) || filledColumns.length > 2 || gap > maxGap) return false
  // The lines of a row are no further apart than the rows.
  if (state.rows.length > 1 && gap > 1.3 * Math.max(state.maxGap, 0) + 1) return false
  if (!filledColumns.includes(0))
    return filledColumns.length === 1 || filledColumns.length < getUsualFill(state)
  return filledColumns.length === 1 && isWrapped(state, previousRow, cell)
}

/** Whether the first word of a text would not have fitted on the line above. */
function isWrapped(state: TableState, previousRow: Passage[][], cell: Passage): boolean {
  const cellAbove = previousRow[0]?.at(-1)
  if (!cellAbove || previousRow[0]?.length === 0) return false
  const indent = cell.box[0] - cellAbove.box[0]
  if (Math.abs(indent) > getHeight(cell.box) * 1.5) return indent > 0
  if (/^[\p{Ll}(]|[,(-]$/u.test(cell.text.slice(0, 1)) || /[,(-]$/u.test(cellAbove.text))
    return true
  const page = state.preparedDocument.document.pages[cell.page]
  if (isColumnOfCodes(state)) return false
  const word = page?.words[cell.words[0] ?? -1]?.box
  const wordWidth = word ? word[2] - word[0] : 0
  const widest = Math.max(
    ...state.rows.flatMap((cells) => (cells[0] ?? []).map(({ box }) => box[2])),
  )
  const limit = Math.max(widest, (state.ends[0] ?? 0) - 8)
  const isNearlyFull = cellAbove.box[2] - cellAbove.box[0] > 0.6 * (limit - cellAbove.box[0])
  return isNearlyFull && cellAbove.box[2] + wordWidth > limit
}

/** Whether all rows begin with a word that has digits, which does not continue on the next line. */
const isColumnOfCodes = ({ rows }: TableState): boolean =>
  rows.every((cells) => (cells[0] ?? []).every(({ text }) => /\d/.test(text) && !/\s/.test(text)))
