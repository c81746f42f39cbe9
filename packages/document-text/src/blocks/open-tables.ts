import { uniteBoxes } from '../unite-boxes.ts'
import { type EmptyStrip, extentOf, type GapExtent, growStrips } from './find-strips.ts'
import { middleHeightOf, type PageRow } from './page-rows.ts'
import { columnsOf, shapeRows } from './table-rows.ts'
import type { ShapedCell, TableContext } from './table-shape.ts'

/** Rows `first` to `last` of a part of a page are a table. */
export type OpenTable = {
  readonly first: number
  readonly last: number
  readonly cells: readonly ShapedCell[]
  /** The columns, if they are a few lines of running text beside each other and no table. */
  readonly textColumns?: readonly GapExtent[]
}

/** Widths are measured in sizes of the letters. */
const minStrip = 0.8
const minStripOfTwo = 1.2
/** A gap between cells is so much wider than the blanks of its row. */
const oddGap = 1.3
/** A gap of so many sizes of the letters is one between cells. */
const surelyOdd = 2
const minRows = 2
/** Share of the rows that stand on both sides of a strip; of three and more, fewer tell. */
const minBothShare = 0.4
const minBothShareOfMany = 0.12
const maxColumns = 100
const maxTables = 50
const maxCandidates = 30
/** In line steps: a line below a gap like this begins something else. */
const maxGap = 1.3
const defaultMinBreak = 1.8
const maxTextStep = 1.15
/** Share of the width of a table. */
const minTextShare = 0.85

const minCertainRows = 3
const minCertainColumns = 3
/** Words of a usual cell of a narrow column, such as a number. */
const maxNarrowWords = 1.3
const minFilledShare = 0.6
/** Columns of text may follow, so fewer line steps end a table. */
const minCertainBreak = 1.4

/** Finds those tables without a grid that cannot be columns of text: a column behind the first has single words or numbers. */
export function findCertainTables(rows: readonly PageRow[], context: TableContext): OpenTable[] {
  return findOpenTables(rows, { ...context, minBreak: minCertainBreak }).filter(
    (table) => !table.textColumns && isCertain(table),
  )
}

function isCertain({ cells }: OpenTable): boolean {
  const rowCount = new Set(cells.map(({ row }) => row)).size
  const body = cells.filter(({ row, columns }) => row > 0 && columns === 1)
  const columns = Map.groupBy(body, ({ column }) => column)
  if (rowCount < minCertainRows || columns.size < minCertainColumns) return false
  // Lines of justified text seem to have cells over several columns.
  if (cells.some((cell) => cell.row > 1 && cell.columns > 1)) return false
  if (cells.length < minFilledShare * rowCount * columns.size) return false
  return [...columns].some(([column, columnCells]) => {
    if (column === 0 || columnCells.length < minFilledShare * (rowCount - 1)) return false
    const words = columnCells.flatMap(({ pieces }) => pieces.flatMap((piece) => piece.words))
    const areSingleLines = columnCells.every(({ pieces }) => pieces.length <= 1)
    return areSingleLines && words.length <= maxNarrowWords * columnCells.length
  })
}

/** Finds tables without a grid by the empty strips between their columns. */
export function findOpenTables(rows: readonly PageRow[], context: TableContext): OpenTable[] {
  const tables: OpenTable[] = []
  const search = (start: number, end: number) => {
    if (end - start < minRows || tables.length >= maxTables) return
    const range = findRange(rows.slice(start, end), context)
    if (!range) return
    const first = start + range.first
    const last = start + range.last
    search(start, first)
    const table = tableFromRows(rows, { first, last }, context)
    if (table) tables.push(table)
    search(last + 1, end)
  }
  search(0, rows.length)
  return tables
}

/** Returns nothing if the rows have no columns, or are part of running text. */
export function tableFromRows(
  rows: readonly PageRow[],
  { first, last }: RowRange,
  context: TableContext,
): OpenTable | undefined {
  const tableRows = rows.slice(first, last + 1)
  const columns = columnsOf(tableRows, context)
  const cells = shapeRows(tableRows, columns, context)
  const isTable =
    columns.length >= 2 &&
    columns.length <= maxColumns &&
    cells.some(({ row }) => row > 0) &&
    areColumnsAligned(cells, columns.length, context) &&
    !endsAsJustifiedText(cells, columns.length, context) &&
    (columns.length > 2 || !isWithinText(rows, { first, last }, context))
  if (!isTable) return undefined
  return isRunningText(cells, columns.length)
    ? { first, last, cells, textColumns: columns }
    : { first, last, cells }
}

/** Share of the cells of a column that stand at one edge or in the middle of it. */
const minAlignedShare = 0.7
/** Fewer cells of a column are no evidence. */
const minAlignedCells = 3
/** Distance from a shared edge, in sizes of the letters. */
const maxMisalignment = 0.15

/**
 * Whether the cells between the first column and the last one stand at an edge that they share. In justified text the blanks of a few
 * lines stand above each other by chance, and only the outermost words have an edge.
 */
function areColumnsAligned(
  cells: readonly ShapedCell[],
  columnCount: number,
  { size }: TableContext,
): boolean {
  const inner = cells.filter(
    ({ column, columns }) => columns === 1 && column > 0 && column < columnCount - 1,
  )
  const columns = [...Map.groupBy(inner, ({ column }) => column).values()].filter(
    ({ length }) => length >= minAlignedCells,
  )
  const counts = columns.map((column) => {
    const boxes = column.map(({ pieces }) => uniteBoxes(pieces.map(({ box }) => box)))
    const edges = [
      boxes.map((box) => box[0]),
      boxes.map((box) => box[2]),
      boxes.map((box) => (box[0] + box[2]) / 2),
    ]
    return Math.max(...edges.map((one) => countAlike(one, maxMisalignment * size)))
  })
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  return sum(counts) >= minAlignedShare * sum(columns.map(({ length }) => length))
}

/** Whether words, of which few are numbers, end at the same place and begin at others: only numbers are set like this in tables. */
function endsAsJustifiedText(
  cells: readonly ShapedCell[],
  columnCount: number,
  { size, isFromRight }: TableContext,
): boolean {
  const last = cells.filter(({ column, columns }) => column + columns === columnCount)
  if (isFromRight || last.length < minAlignedCells) return false
  const boxes = last.map(({ pieces }) => uniteBoxes(pieces.map(({ box }) => box)))
  const tolerance = maxMisalignment * size
  const numbers = last.filter(({ pieces }) => pieces.some(({ text }) => /\d/u.test(text)))
  const endCount = countAlike(
    boxes.map((box) => box[2]),
    tolerance,
  )
  const startCount = countAlike(
    boxes.map((box) => box[0]),
    tolerance,
  )
  // The last line of a paragraph is shorter.
  return (
    numbers.length < last.length / 2 && endCount >= last.length - 1 && startCount < last.length - 1
  )
}

/** Returns how many of the numbers lie within the tolerance around one value. */
function countAlike(numbers: readonly number[], tolerance: number): number {
  const sortedNumbers = numbers.toSorted((a, b) => a - b)
  let first = 0
  let maxCount = 0
  for (const [i, value] of sortedNumbers.entries()) {
    while (value - sortedNumbers[first]! > 2 * tolerance) first++
    maxCount = Math.max(maxCount, i - first + 1)
  }
  return maxCount
}

const maxTextColumns = 3
const minLineWords = 4
const minContinuedShare = 0.6
/** The number of an item of a list. */
const itemNumber = /^\d{1,3}[.)]\s/u
/** Share of the lines of running text that have a number. */
const maxDigitShare = 0.2

/** Whether the cells are lines of text: long ones in all columns, or such that go on in lower case; few have a number. */
function isRunningText(cells: readonly ShapedCell[], columnCount: number): boolean {
  if (columnCount > maxTextColumns) return false
  const lines = cells.flatMap(({ column, pieces }) => pieces.map(({ text }) => ({ column, text })))
  const withDigits = lines.filter(({ text }) => /\d/u.test(text.replace(itemNumber, '')))
  if (withDigits.length > maxDigitShare * lines.length) return false
  const columns = [...Map.groupBy(lines, ({ column }) => column).values()]
  const areLong = columns.every((column) => {
    const words = column.reduce((sum, { text }) => sum + text.split(' ').length, 0)
    return words >= minLineWords * column.length
  })
  const first = lines.filter(({ column }) => column === 0)
  const continuedCount = first.filter(({ text }) => /^\p{Ll}/u.test(text)).length
  return areLong || continuedCount >= minContinuedShare * first.length
}

/** Whether a line of text that fills the width stands right above or below, as in justified text with wide blanks. */
function isWithinText(
  rows: readonly PageRow[],
  { first, last }: RowRange,
  { lineStep }: TableContext,
): boolean {
  const boxes = rows.slice(first, last + 1).map(({ box }) => box)
  const width = Math.max(...boxes.map((box) => box[2])) - Math.min(...boxes.map((box) => box[0]))
  const isText = (index: number, step: number) => {
    const row = rows[index]
    if (!row || step > maxTextStep * lineStep) return false
    return row.box[2] - row.box[0] >= minTextShare * width
  }
  return (
    (first > 0 && isText(first - 1, stepBefore(rows, first))) ||
    (last + 1 < rows.length && isText(last + 1, stepBefore(rows, last + 1)))
  )
}

export type RowRange = { readonly first: number; readonly last: number }

function findRange(rows: readonly PageRow[], context: TableContext): RowRange | undefined {
  const slices = rows.map(({ items }) => items.map(({ box }) => extentOf(box)))
  const bounds: GapExtent = [
    Math.min(...rows.map(({ box }) => box[0])),
    Math.max(...rows.map(({ box }) => box[2])),
  ]
  const strips = growStrips(slices, bounds, minStrip * context.size)
    .filter(({ from, to, first, last }) => from > bounds[0] && to < bounds[1] && last > first)
    .map((strip) => ({ strip, count: bothSided(rows, strip).length }))
    .filter(({ count }) => count >= minRows)
    .sort((a, b) => b.count - a.count)
    .slice(0, maxCandidates)
  const ranges = strips
    .map(({ strip }) => rangeOf(rows, strip, context))
    .filter((range) => range !== undefined)
  return uniteWithFirst(ranges)
}

/** The first range with those that overlap it: the strips between the columns of one table may differ in length. */
function uniteWithFirst([first, ...otherRanges]: readonly RowRange[]): RowRange | undefined {
  if (!first) return undefined
  let range = first
  for (const one of otherRanges.toSorted((a, b) => a.first - b.first))
    if (one.first <= range.last && one.last >= range.first)
      range = {
        first: Math.min(range.first, one.first),
        last: Math.max(range.last, one.last),
      }
  return range
}

const isLeft = ({ items }: PageRow, { from }: EmptyStrip) =>
  items.some(({ box }) => box[2] <= from + 0.1)
const isRight = ({ items }: PageRow, { to }: EmptyStrip) =>
  items.some(({ box }) => box[0] >= to - 0.1)

function bothSided(rows: readonly PageRow[], strip: EmptyStrip): number[] {
  const indices: number[] = []
  for (let i = strip.first; i <= strip.last; i++)
    if (isLeft(rows[i]!, strip) && isRight(rows[i]!, strip)) indices.push(i)
  return indices
}

function rangeOf(
  rows: readonly PageRow[],
  strip: EmptyStrip,
  context: TableContext,
): RowRange | undefined {
  const { size } = context
  const breaks = { ...context, strip }
  const parts = splitAtBreaks(rows, bothSided(rows, strip), breaks)
  const indices = parts.toSorted((a, b) => b.length - a.length)[0] ?? []
  const width = strip.to - strip.from
  if (indices.length < minRows || (indices.length === minRows && width < minStripOfTwo * size))
    return undefined
  const odd = indices.filter((index) => isOdd(rows[index]!, strip, size))
  if (odd.length < minRows || odd.length < indices.length / 2) return undefined
  const first = indices[0]!
  let last = indices.at(-1)!
  while (last < strip.last && continuesBelow(rows, last + 1, breaks)) last++
  const minShare = indices.length > minRows ? minBothShareOfMany : minBothShare
  return indices.length < minShare * (last - first + 1) ? undefined : { first, last }
}

type BreakContext = Pick<TableContext, 'lineStep' | 'minBreak'> & { readonly strip: EmptyStrip }

const stepBefore = (rows: readonly PageRow[], index: number) =>
  middleHeightOf(rows[index]!.box) - middleHeightOf(rows[index - 1]!.box)

/** A line on the left alone, far below the one before, ends a table; so does a wide gap. */
function splitAtBreaks(
  rows: readonly PageRow[],
  indices: readonly number[],
  { strip, lineStep, minBreak = defaultMinBreak }: BreakContext,
): number[][] {
  const steps = indices.slice(1).map((index) => stepBefore(rows, index))
  const medianStep = steps.sort((a, b) => a - b)[(steps.length - 1) >> 1] ?? 0
  const rowStep = Math.max(medianStep, lineStep)
  const isBreak = (index: number) => {
    const step = stepBefore(rows, index)
    const isAlone = !isRight(rows[index]!, strip)
    return step > minBreak * rowStep || (isAlone && step > maxGap * rowStep)
  }
  const parts: number[][] = []
  let previous: number | undefined
  for (const index of indices) {
    if (previous === undefined || rowsAfter(previous, index).some(isBreak)) parts.push([])
    parts.at(-1)!.push(index)
    previous = index
  }
  return parts
}

/** Returns the rows after the first one, up to the last one. */
const rowsAfter = (first: number, last: number) =>
  Array.from({ length: last - first }, (_, i) => first + 1 + i)

function continuesBelow(
  rows: readonly PageRow[],
  index: number,
  { strip, lineStep }: BreakContext,
): boolean {
  const row = rows[index]
  if (!row) return false
  const step = stepBefore(rows, index)
  return isRight(row, strip) ? step <= 2 * lineStep : step <= 1.1 * lineStep
}

/** Whether the gap at the strip is wider than the blanks of the row, as it is not in justified text. */
function isOdd({ items }: PageRow, strip: EmptyStrip, size: number): boolean {
  const gaps: number[] = []
  let gapAtStrip = 0
  let end = items[0]!.box[2]
  for (const { box } of items.slice(1)) {
    const gap = box[0] - end
    if (end <= strip.from + 0.1 && box[0] >= strip.to - 0.1) gapAtStrip = gap
    else if (gap > 0) gaps.push(gap)
    end = Math.max(end, box[2])
  }
  if (gaps.length === 0) return true
  const medianGap = gaps.sort((a, b) => a - b)[(gaps.length - 1) >> 1]!
  return gapAtStrip >= Math.min(oddGap * medianGap, surelyOdd * size)
}
