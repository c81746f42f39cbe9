import type { Box } from '@recto/document-text/model'
import { type Passage, toPassage } from '../../align/passage.ts'
import type { CellRow } from '../../labels/cell-rows.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import { type HeadedColumn, overlaps } from './headings.ts'

/** The text of a row in each column, if any. */
export type RowCells = readonly (Passage | undefined)[]

/** Assigns the cells of a row to the columns below whose headings they are. */
export function assignCells(
  { document }: Pick<PreparedDocument, 'document'>,
  row: CellRow,
  columns: readonly HeadedColumn[],
): RowCells {
  const words: number[][] = columns.map(() => [])
  const claimedColumns = new Set(
    row.cells.flatMap((cell) => {
      const columnsAbove = findColumnsAbove(columns, cell.box)
      return columnsAbove.length === 1 ? columnsAbove : []
    }),
  )
  for (const cell of row.cells) {
    const whole = findColumn(columns, cell, claimedColumns)
    for (const word of cell.words) {
      const box = document.pages[cell.page]?.words[word]?.box ?? cell.box
      words[whole ?? findNearestColumn(columns, box)]?.push(word)
    }
  }
  return words.map((wordsOfColumn) =>
    wordsOfColumn.length === 0 ? undefined : toPassage(document, row.page, wordsOfColumn),
  )
}

/**
 * Finds the column that contains a whole cell; undefined when its words are below several headings.
 */
function findColumn(
  columns: readonly HeadedColumn[],
  cell: Passage,
  claimedColumns: ReadonlySet<number>,
): number | undefined {
  const columnsAbove = findColumnsAbove(columns, cell.box)
  if (columnsAbove.length < 2) return columnsAbove[0] ?? findNearestColumn(columns, cell.box)
  const free = columnsAbove.filter((column) => !claimedColumns.has(column))
  return free.length === 1 || startsInDescription(columns, free[0], cell) ? free[0] : undefined
}

/** A long text begins below its own heading and extends below the next. */
function startsInDescription(
  columns: readonly HeadedColumn[],
  column: number | undefined,
  cell: Passage,
): boolean {
  const heading = column === undefined ? undefined : columns[column]
  return heading !== undefined && heading.kind === 'description' && !/\d\s*$/.test(cell.text)
}

function findColumnsAbove(columns: readonly HeadedColumn[], box: Box): readonly number[] {
  return columns
    .map((column, index) => (overlaps(column.box, box) ? index : undefined))
    .filter((value) => value !== undefined)
}

/** Chooses the column by the gap to its heading, then by the distance of middles and edges. */
function findNearestColumn(columns: readonly HeadedColumn[], box: Box): number {
  let best = 0
  let minDistance = Number.POSITIVE_INFINITY
  for (const [index, { box: heading }] of columns.entries()) {
    const gap = Math.max(heading[0] - box[2], box[0] - heading[2], 0)
    const middleDistance = Math.abs(heading[0] + heading[2] - box[0] - box[2]) / 1000
    const edges = Math.min(Math.abs(heading[0] - box[0]), Math.abs(heading[2] - box[2])) / 100
    const distance = gap + middleDistance + edges
    if (distance >= minDistance) continue
    best = index
    minDistance = distance
  }
  return best
}
