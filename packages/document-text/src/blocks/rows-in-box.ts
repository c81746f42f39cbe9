import type { Box, Page } from '../model.ts'
import { runsMostlyLeft } from '../text-direction.ts'
import { liesIn, type WordsInBox } from '../words-in-box.ts'
import { defaultLineStep, listPlacedItems } from './find-blocks.ts'
import { findGridTables } from './grid-tables.ts'
import { type PageRow, type PlacedItem, rowsOf, usualSize } from './page-rows.ts'
import { columnsOf, lineStepOf, shapeRows } from './table-rows.ts'
import type { ShapedCell, TableContext } from './table-shape.ts'

/** A grid that has fewer of the words is only a part of what the box is about. */
const minGridShare = 0.9

/**
 * The words in a box as rows of cells: by drawn lines if there are some, otherwise by the gaps between columns. All rows
 * have equally many cells; an empty one has no boxes.
 */
export function rowsInBox(page: Page, box: Box): readonly (readonly WordsInBox[])[] {
  const items = listPlacedItems(page).upright.filter((item) => liesIn(item.box, box))
  if (items.length === 0) return []
  const size = usualSize(items)
  const rows = rowsOf(items)
  const context: TableContext = {
    size,
    lineStep: lineStepOf(rows, size) ?? defaultLineStep * size,
    separators: [],
    isFromRight: runsMostlyLeft(items.map(({ word }) => word.text)),
  }
  return toRows(findGridCells(page, { items, box, context }) ?? shapeCells(rows, context))
}

const shapeCells = (rows: readonly PageRow[], context: TableContext): readonly ShapedCell[] =>
  shapeRows(rows, columnsOf(rows, context), context)

type GridSearch = {
  readonly items: readonly PlacedItem[]
  readonly box: Box
  readonly context: TableContext
}

function findGridCells(
  { rules = [] }: Page,
  { items, box, context }: GridSearch,
): readonly ShapedCell[] | undefined {
  const rulesInBox = rules.filter((rule) => touches(rule, box))
  const grid = findGridTables(items, rulesInBox, context).find(
    (table) => table.items.length >= minGridShare * items.length,
  )
  return grid?.cells
}

/** A line has no area, so a shared edge counts. */
const touches = (a: Box, b: Box): boolean =>
  a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1]

function toRows(cells: readonly ShapedCell[]): readonly (readonly WordsInBox[])[] {
  const rowCount = Math.max(...cells.map(({ row, rows }) => row + rows))
  const columnCount = Math.max(...cells.map(({ column, columns }) => column + columns))
  const rows = Array.from({ length: rowCount }, () =>
    Array.from({ length: columnCount }, (): WordsInBox => ({ text: '', boxes: [] })),
  )
  for (const { row, column, pieces } of cells) {
    rows[row]![column] = {
      text: pieces.map(({ text }) => text).join(' '),
      boxes: pieces.map((piece) => piece.box),
    }
  }
  return rows.filter((row) => row.some(({ text }) => text !== ''))
}
