import type { Box } from '@recto/document-text/model'
import { type Passage, passageOf } from '../../align/passage.ts'
import type { CellRow } from '../../labels/layout-cells.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import { type HeadedColumn, overlaps } from './headings.ts'

/** For each column what a row says in it, if anything. */
export type RowCells = readonly (Passage | undefined)[]

/** Parts the cells of a row among the columns under whose headings they stand. */
export function placeCells(
  { document }: Pick<PreparedDocument, 'document'>,
  row: CellRow,
  columns: readonly HeadedColumn[],
): RowCells {
  const words: number[][] = columns.map(() => [])
  const claimed = new Set(
    row.cells.flatMap((cell) => {
      const over = columnsOver(columns, cell.box)
      return over.length === 1 ? over : []
    }),
  )
  for (const cell of row.cells) {
    const whole = columnOf(columns, cell, claimed)
    for (const word of cell.words) {
      const box = document.pages[cell.page]?.words[word]?.box ?? cell.box
      words[whole ?? nearest(columns, box)]?.push(word)
    }
  }
  return words.map((own) => (own.length === 0 ? undefined : passageOf(document, row.page, own)))
}

/** The column that holds all of a cell; nothing when its words stand under several. */
function columnOf(
  columns: readonly HeadedColumn[],
  cell: Passage,
  claimed: ReadonlySet<number>,
): number | undefined {
  const over = columnsOver(columns, cell.box)
  if (over.length < 2) return over[0] ?? nearest(columns, cell.box)
  const free = over.filter((column) => !claimed.has(column))
  return free.length === 1 || startsIn(columns, free[0], cell) ? free[0] : undefined
}

/** A long text begins under its own heading and runs on below the next. */
function startsIn(
  columns: readonly HeadedColumn[],
  column: number | undefined,
  cell: Passage,
): boolean {
  const heading = column === undefined ? undefined : columns[column]
  return heading !== undefined && heading.kind === 'description' && !/\d\s*$/.test(cell.text)
}

function columnsOver(columns: readonly HeadedColumn[], box: Box): readonly number[] {
  return columns.flatMap((column, at) => (overlaps(column.box, box) ? [at] : []))
}

/** By the distance between their sides; of two that it touches, by their middles. */
function nearest(columns: readonly HeadedColumn[], box: Box): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (const [at, { box: heading }] of columns.entries()) {
    const gap = Math.max(heading[0] - box[2], box[0] - heading[2], 0)
    const between = Math.abs(heading[0] + heading[2] - box[0] - box[2]) / 1000
    const edges = Math.min(Math.abs(heading[0] - box[0]), Math.abs(heading[2] - box[2])) / 100
    const distance = gap + between + edges
    if (distance >= least) continue
    best = at
    least = distance
  }
  return best
}
