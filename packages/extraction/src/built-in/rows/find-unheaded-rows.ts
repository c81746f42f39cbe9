import type { Box } from '@recto/document-text/model'
import { omitUndefined } from '@recto/omit-undefined'
import { getHeight } from '../../align/boxes.ts'
import type { Passage } from '../../align/passage.ts'
import type { CellRow } from '../../labels/cell-rows.ts'
import { findNumbers, parseExactNumber } from '../../values/parse-number.ts'
import type { FoundRows, PageRange } from '../found-rows.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import { minMatchScore } from './column-meaning.ts'
import { toColumn } from './headed-column.ts'
import type { ListMeaning } from './list-request.ts'
import { matchColumns } from './match-columns.ts'
import { isTotal } from './row-totals.ts'

type RowSource = Pick<PreparedDocument, 'rows' | 'decimalMark'>

/** An item and its price to the right. */
type PricedItem = { readonly name: Passage; readonly amount: Passage; readonly isSum: boolean }

/** Minimum number of items in a list; two can be anything. */
const minItems = 3
/** Maximum gap between rows, in row heights; further down begins something else. */
const maxRowGap = 4

const columnNames = ['Description', 'Amount']
const emptyBox: Box = [0, 0, 0, 0]

/**
 * Finds the list with most items and prices that has no headings. Indented rows only detail the row
 * above and are skipped.
 */
export function findUnheadedRows(
  source: RowSource,
  list: ListMeaning,
  range: PageRange,
): FoundRows | undefined {
  if (list.subject.length > 0) return undefined
  const [best] = findBlocks(source, range)
    .map((block) => ({ block, things: selectLeftmost(block.filter(({ isSum }) => !isSum)) }))
    .filter(({ things }) => things.length >= minItems)
    .toSorted((a, b) => b.things.length - a.things.length)
  if (!best) return undefined
  const requestedColumns = list.columns
  const columns = columnNames.map((text) => toColumn(text, emptyBox))
  const matches = matchColumns(list, columns).map(({ column, score }) =>
    score >= minMatchScore ? column : undefined,
  )
  const places = requestedColumns.length === 0 ? [0, 1] : matches
  const matchedCount = places.filter((place) => place !== undefined).length
  if (2 * matchedCount <= requestedColumns.length) return undefined
  return {
    columns: places.map((columnIndex, i) => ({
      name: requestedColumns[i]?.name ?? columnNames[columnIndex ?? 0] ?? '',
      isKnown: false,
      ...omitUndefined({ isMissing: columnIndex === undefined ? (true as const) : undefined }),
    })),
    rows: best.things.map(({ name, amount }) =>
      places.map((columnIndex) =>
        columnIndex === undefined ? [] : [columnIndex === 0 ? name : amount],
      ),
    ),
    totals: findTotals(source, range),
  }
}

/** Groups items with prices that follow each other closely and whose prices are right-aligned. */
function findBlocks(source: RowSource, range: PageRange): readonly PricedItem[][] {
  const blocks: PricedItem[][] = []
  let isOpen = false
  for (const row of filterRows(source, range)) {
    const item = toPricedItem(source, row)
    const block = isOpen ? blocks.at(-1) : undefined
    isOpen = item !== undefined
    if (!item) continue
    if (block && continuesBlock(block.at(-1), item)) block.push(item)
    else blocks.push([item])
  }
  return blocks
}

function toPricedItem(source: RowSource, row: CellRow): PricedItem | undefined {
  const [name, last, ...otherCells] = row.cells
  if (!name || !last || otherCells.length > 0) return undefined
  const isName = /\p{L}{2}/u.test(name.text) && !/[:：]$/u.test(name.text)
  if (!isName || !isPrice(last, source)) return undefined
  return { name, amount: last, isSum: isTotal(row) }
}

/** Whether a cell is an amount of money, by its currency sign or two decimals. */
function isPrice({ text }: Passage, { decimalMark }: RowSource): boolean {
  const isOfMoney = /\p{Sc}/u.test(text) || /\d[.,]\d{2}(?!\d)/.test(text)
  return isOfMoney && parseExactNumber(text, decimalMark) !== undefined
}

function continuesBlock(previous: PricedItem | undefined, next: PricedItem): boolean {
  if (!previous) return false
  const height = getHeight(next.amount.box)
  const isBelow = previous.name.page === next.name.page
  const gap = next.amount.box[1] - previous.amount.box[3]
  const isAligned = Math.abs(next.amount.box[2] - previous.amount.box[2]) < height
  return isBelow && isAligned && gap < maxRowGap * height
}

/** Selects the items that begin furthest left. */
function selectLeftmost(things: readonly PricedItem[]): readonly PricedItem[] {
  const left = Math.min(...things.map(({ name }) => name.box[0]))
  return things.filter(({ name }) => name.box[0] - left < 0.5 * getHeight(name.box))
}

const filterRows = ({ rows }: RowSource, { fromPage, toPage }: PageRange) =>
  rows.filter(({ page }) => page >= fromPage && page <= toPage)

function findTotals(source: RowSource, range: PageRange): readonly number[] {
  const { decimalMark } = source
  return filterRows(source, range)
    .filter(isTotal)
    .flatMap(({ cells }) => cells.slice(1))
    .flatMap(({ text }) =>
      findNumbers(text, decimalMark)
        .filter(({ isPercent }) => !isPercent)
        .map(({ value }) => value),
    )
}
