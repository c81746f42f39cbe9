import { uniteBoxes } from '../unite-boxes.ts'
import type { GapExtent } from './find-strips.ts'
import type { ShapedCell } from './table-shape.ts'

/** Whether a text has a digit and is neither a year nor a name such as Q1. */
const isAmount = (text: string) => /\d/u.test(text) && !/^(?:(?:19|20)\d{2}|\p{L}+\d)$/u.test(text)

/**
 * A head of two rows: a name stands over several columns if the second row names them and the first has nothing above some of them.
 * Names with nothing below reach down to the second row.
 */
export function joinHead(
  cells: readonly ShapedCell[],
  columns: readonly GapExtent[],
): readonly ShapedCell[] {
  const first = cells.filter(({ row }) => row === 0).sort((a, b) => a.column - b.column)
  const second = cells.filter(({ row }) => row === 1)
  const hasAmount = second.some(({ pieces }) => pieces.some(({ text }) => isAmount(text)))
  if (second.length === 0 || hasAmount) return cells
  const columnsBelow = columnsIn(second)
  const wide = widenNames(first, columnsBelow, columns)
  const isTaken = ({ column, columns: width }: ShapedCell) =>
    Array.from({ length: width }, (_, i) => column + i).some((one) => columnsBelow.has(one))
  const isHead =
    wide.some(({ columns: width }) => width > 1) &&
    wide.some((cell) => !isTaken(cell)) &&
    [...columnsBelow].every((column) =>
      wide.some((cell) => cell.columns > 1 && covers(cell, column)),
    )
  if (!isHead) return cells
  const heads = wide.map((cell) => (isTaken(cell) ? cell : { ...cell, rows: 2 }))
  return [...heads, ...cells.filter(({ row }) => row > 0)]
}

const columnsIn = (cells: readonly ShapedCell[]) =>
  new Set(
    cells.flatMap(({ column, columns }) => Array.from({ length: columns }, (_, i) => column + i)),
  )

const covers = ({ column, columns }: ShapedCell, position: number) =>
  position >= column && position < column + columns

/** Lets names reach over the columns beside them that only the second row names. */
function widenNames(
  names: readonly ShapedCell[],
  columnsBelow: ReadonlySet<number>,
  columns: readonly GapExtent[],
): ShapedCell[] {
  const wide = [...names]
  for (let i = -1; i < wide.length; i++) shareColumnsBetween(wide, i, { columnsBelow, columns })
  return wide
}

type TableColumns = {
  readonly columnsBelow: ReadonlySet<number>
  readonly columns: readonly GapExtent[]
}

/** The columns between two names go to the one on the left or on the right, so that both stand best above their columns. */
function shareColumnsBetween(
  names: ShapedCell[],
  index: number,
  { columnsBelow, columns }: TableColumns,
): void {
  const left = names[index]
  const right = names[index + 1]
  const from = left ? left.column + left.columns : 0
  const to = right ? right.column : columns.length
  const hasBelow = (cell: ShapedCell | undefined) => cell && columnsBelow.has(cell.column)
  const isFree = Array.from({ length: to - from }, (_, i) => from + i).every((column) =>
    columnsBelow.has(column),
  )
  if (to <= from || !isFree) return
  const splits = Array.from({ length: to - from + 1 }, (_, i) => to - i).filter(
    (split) => (split === from || hasBelow(left)) && (split === to || hasBelow(right)),
  )
  const choices = splits.map((split) => {
    const wideLeft = left && { ...left, columns: split - left.column }
    const wideRight = right && {
      ...right,
      column: split,
      columns: right.column + right.columns - split,
    }
    const offset = offsetOf(wideLeft, columns) + offsetOf(wideRight, columns)
    return { wideLeft, wideRight, offset }
  })
  const best = choices.sort((a, b) => a.offset - b.offset)[0]
  if (best?.wideLeft) names[index] = best.wideLeft
  if (best?.wideRight) names[index + 1] = best.wideRight
}

/** Measures how far a name is from the left edge, the right edge or the middle of its columns, in points. */
function offsetOf(cell: ShapedCell | undefined, columns: readonly GapExtent[]): number {
  const first = cell && columns[cell.column]
  const last = cell && columns[cell.column + cell.columns - 1]
  if (!first || !last) return 0
  const box = uniteBoxes(cell.pieces.map((piece) => piece.box))
  const left = Math.min(first[0], last[0])
  const right = Math.max(first[1], last[1])
  return Math.min(
    Math.abs(box[0] - left),
    Math.abs(box[2] - right),
    Math.abs((box[0] + box[2] - left - right) / 2),
  )
}
