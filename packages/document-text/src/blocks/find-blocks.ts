import type { Box, Page } from '../model.ts'
import { runsMostlyLeft } from '../text-direction.ts'
import { uniteBoxes } from '../unite-boxes.ts'
import type { DraftBlock } from './block.ts'
import type { GapExtent } from './find-strips.ts'
import { findGridTables, type GridTable } from './grid-tables.ts'
import { findCertainTables, findOpenTables, type OpenTable } from './open-tables.ts'
import { medianOf, type PageRow, type PlacedItem, rowsOf, usualSize } from './page-rows.ts'
import { paragraphBlocks, type TextLook } from './paragraph-blocks.ts'
import { partBlocks } from './part-blocks.ts'
import { inReadingOrder } from './reading-order.ts'
import { findRuledTables } from './ruled-tables.ts'
import { lineStepOf } from './table-rows.ts'
import { type TableContext, tableBlock } from './table-shape.ts'

/** In sizes of the letters, where the page does not show how far apart its lines are. */
export const defaultLineStep = 1.3

/**
 * Titles, paragraphs, items of lists and tables of a page, in reading order. If the file states them, they are as stated. Otherwise
 * drawn lines, gaps, columns, sizes and weights of the letters tell.
 */
export function findBlocks(page: Page): DraftBlock[] {
  if (page.parts) return partBlocks(page, page.parts)
  const isFromRight = runsMostlyLeft(page.words.map(({ text }) => text))
  const { upright, turned: turnedRows } = listPlacedItems(page)
  const size = usualSize(upright)
  const rows = rowsOf(upright)
  const lineStep = lineStepOf(rows, size) ?? defaultLineStep * size
  const rules = page.rules ?? []
  const separators = rules.filter(([left, top, right, bottom]) => right - left > bottom - top)
  const context: TableContext = { size, lineStep, separators: [], isFromRight }
  const tables = findTables(upright, rules, { ...context, separators })
  const look = lookOf(upright, rows, { size, lineStep })
  const setting: Setting = { page, context: { ...context, separators }, look }
  return [
    ...orderedBlocks(setting, upright, tables),
    ...turnedRows.map((row) => turnedBlock(page, row)),
  ]
}

/** Tables that are certain before columns of text are searched for. */
function findTables(
  items: readonly PlacedItem[],
  rules: readonly Box[],
  context: TableContext,
): readonly GridTable[] {
  const grids = findGridTables(items, rules, { ...context, separators: [] })
  const inGrid = new Set(grids.flatMap((grid) => grid.items))
  const rows = rowsOf(items.filter((item) => !inGrid.has(item)))
  const ruledTables = findRuledTables(rows, context).map((table) => placeTable(rows, table))
  const inRuled = new Set(ruledTables.flatMap((table) => table.items))
  const rest = rows.filter((row) => !row.items.some((item) => inRuled.has(item)))
  const tables = findCertainTables(rest, context).map((table) => placeTable(rest, table))
  return [...grids, ...ruledTables, ...tables]
}

function placeTable(rows: readonly PageRow[], { first, last, cells }: OpenTable): GridTable {
  const tableRows = rows.slice(first, last + 1)
  return {
    box: uniteBoxes(tableRows.map(({ box }) => box)),
    cells,
    items: tableRows.flatMap((row) => row.items),
  }
}

type Setting = {
  readonly page: Page
  readonly context: TableContext
  readonly look: TextLook
}

/** Returns the words of a page that stand upright, and the rows of those that are turned. */
export function listPlacedItems(page: Page): { upright: PlacedItem[]; turned: PageRow[] } {
  const upright: PlacedItem[] = []
  const turnedRows: PageRow[] = []
  for (const [line, { start, end, angle }] of page.lines.entries()) {
    const items: PlacedItem[] = []
    for (let place = start; place < end; place++) {
      const word = page.words[place]!
      if (word.text !== '') items.push({ word, box: word.box, place, line })
    }
    if (angle === undefined) upright.push(...items)
    else if (items.length > 0)
      turnedRows.push({ items, box: uniteBoxes(items.map(({ box }) => box)) })
  }
  return { upright, turned: turnedRows }
}

function lookOf(
  items: readonly PlacedItem[],
  rows: readonly PageRow[],
  { size, lineStep }: Pick<TextLook, 'size' | 'lineStep'>,
): TextLook {
  const hasStyles = items.some(({ word }) => word.style)
  const letters = { bold: 0, all: 0 }
  for (const { word } of items) {
    letters.all += word.text.length
    if (word.style?.isBold) letters.bold += word.text.length
  }
  const heights = rows.map(({ items: row }) => medianOf(row.map(({ box }) => box[3] - box[1])))
  return {
    size: hasStyles ? size : medianOf(heights),
    hasStyles,
    isBold: letters.bold > letters.all / 2,
    lineStep,
  }
}

/** A grid takes its place among the text: in the search for columns it stands for its words. */
function orderedBlocks(
  setting: Setting,
  items: readonly PlacedItem[],
  grids: readonly GridTable[],
): DraftBlock[] {
  const gridOf = new Map(grids.flatMap((grid) => grid.items.map((item) => [item, grid] as const)))
  const standIns = new Map(grids.map((grid) => [standInFor(grid), grid]))
  const texts = items.filter((item) => !gridOf.has(item))
  const parts = inReadingOrder([...texts, ...standIns.keys()], setting.context.isFromRight)
  return parts.flatMap((part) => blocksOfPart(setting, part, standIns))
}

/** A line of its own, so that nothing is on one row with it. */
function standInFor({ box, items }: GridTable): PlacedItem {
  return { ...items[0]!, box, line: -1 - items[0]!.place }
}

function blocksOfPart(
  setting: Setting,
  items: readonly PlacedItem[],
  standIns: ReadonlyMap<PlacedItem, GridTable>,
): DraftBlock[] {
  const texts = items.filter((item) => !standIns.has(item))
  const tables = items.filter((item) => standIns.has(item)).sort((a, b) => a.box[1] - b.box[1])
  const blocks: DraftBlock[] = []
  let rest = rowsOf(texts)
  for (const standIn of tables) {
    const { box, cells } = standIns.get(standIn)!
    const rowsAbove = rest.filter((row) => row.box[1] + row.box[3] < box[1] + box[3])
    rest = rest.filter((row) => !rowsAbove.includes(row))
    blocks.push(...blocksOfRows(setting, rowsAbove))
    blocks.push(tableBlock(cells, { page: setting.page.number, box }))
  }
  return [...blocks, ...blocksOfRows(setting, rest)]
}

function blocksOfRows({ page, context, look }: Setting, rows: readonly PageRow[]): DraftBlock[] {
  const blocks: DraftBlock[] = []
  let next = 0
  for (const { first, last, cells, textColumns } of findOpenTables(rows, context)) {
    blocks.push(...paragraphBlocks(rows.slice(next, first), page.number, look))
    const items = rows.slice(first, last + 1).flatMap((row) => row.items)
    for (const column of inColumns(items, textColumns ?? [], context.isFromRight))
      blocks.push(...paragraphBlocks(rowsOf(column), page.number, look))
    if (!textColumns) blocks.push(tableBlock(cells, { page: page.number }))
    next = last + 1
  }
  return [...blocks, ...paragraphBlocks(rows.slice(next), page.number, look)]
}

function inColumns(
  items: readonly PlacedItem[],
  columns: readonly GapExtent[],
  isFromRight: boolean,
): readonly (readonly PlacedItem[])[] {
  const parts = columns.map((_, i) => {
    const from = i === 0 ? Number.NEGATIVE_INFINITY : columns[i]![0]
    const to = columns[i + 1]?.[0] ?? Number.POSITIVE_INFINITY
    return items.filter(({ box }) => (box[0] + box[2]) / 2 >= from && (box[0] + box[2]) / 2 < to)
  })
  return isFromRight ? parts.reverse() : parts
}

const turnedBlock = ({ number }: Page, row: PageRow): DraftBlock => ({
  kind: 'text',
  page: number,
  box: row.box,
  text: row.items
    .toSorted((a, b) => a.place - b.place)
    .map(({ word }) => word.text)
    .join(' '),
})
