import { orderAsSeen } from '../direction/order-as-seen.ts'
import type { GridLine, GridWord } from './wrap-text.ts'

type GridOptions = {
  /** A page of Hebrew or Arabic begins at its right edge. */
  readonly isMirrored: boolean
  readonly pageColumns: number
}

/**
 * The columns in which the words of a line are seen. Cells, which wide gaps part, follow each other in the direction of
 * the page; the words of each are ordered by their own.
 */
export function placeOnGrid(line: GridLine, options: GridOptions): readonly number[] {
  const columns: number[] = []
  for (const cell of cellsOf(line)) columns.push(...placeCell(cell, options))
  return columns
}

/** Words with no more than a blank between them. */
function cellsOf(line: GridLine): GridWord[][] {
  const cells: GridWord[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const word of line) {
    if (word.column > end + 1) cells.push([])
    cells.at(-1)!.push(word)
    end = word.column + word.text.length
  }
  return cells
}

function placeCell(
  cell: readonly GridWord[],
  { isMirrored, pageColumns }: GridOptions,
): readonly number[] {
  const start = cell[0]!.column
  const last = cell.at(-1)!
  const end = last.column + last.text.length
  let column = isMirrored ? pageColumns - end : start
  const columns = cell.map(() => 0)
  for (const place of orderAsSeen(cell.map(({ text }) => text))) {
    columns[place] = column
    column += cell[place]!.text.length + 1
  }
  return columns
}
