import type { Box } from '../model.ts'
import type { GapExtent } from './find-strips.ts'
import { type OpenTable, type RowRange, tableFromRows } from './open-tables.ts'
import { middleHeightOf, type PageRow, rowPiecesOf } from './page-rows.ts'
import { columnsOf } from './table-rows.ts'
import type { TableContext } from './table-shape.ts'

/** Lines whose ends differ less, in points, are lines of one table. */
const tolerance = 2.5
/** With fewer bands between them, lines may part texts. */
const minBands = 3
/** A band of a table has few lines. */
const maxLinesOfBand = 6
/** In line steps: the names of columns, and the lines of them, are this near to each other; there are so many at most. */
const maxHeadStep = 1.7
const maxHeadLines = 4
/** Share of the pieces of a line of names that stand in one column. */
const minNameShare = 0.6
/** A gap between cells is at least this wide, in sizes of the letters. */
const minCellGap = 0.6
const maxRules = 4000

/** Rows `first` to `last` stand between lines of equal ends. */
type RuledRows = RowRange & {
  /** The line above the first row. */
  readonly top: Box
}

/** Finds tables whose rows are parted by lines of one length: their columns may be nearer to each other than those of others. */
export function findRuledTables(rows: readonly PageRow[], context: TableContext): OpenTable[] {
  if (context.separators.length > maxRules) return []
  const tables: OpenTable[] = []
  const isTaken = ({ first, last }: RowRange) =>
    tables.some((table) => table.first <= last && table.last >= first)
  for (const ruledRows of findRuledRows(rows, context)) {
    const ranges = [withHead(rows, ruledRows, context), ruledRows].filter((one) => !isTaken(one))
    const table = ranges
      .map((range) => tableFromRows(rows, range, context))
      .find((one) => one && !one.textColumns)
    if (table) tables.push(table)
  }
  return tables
}

function findRuledRows(rows: readonly PageRow[], context: TableContext): RuledRows[] {
  const groups: Box[][] = []
  for (const line of context.separators.toSorted((a, b) => a[1] - b[1])) {
    const group = groups.find(([one]) => haveEqualEnds(one!, line))
    if (group) group.push(line)
    else groups.push([line])
  }
  return groups.flatMap((lines) => runsOfBands(rows, lines, context))
}

const haveEqualEnds = (a: Box, b: Box) =>
  Math.abs(a[0] - b[0]) <= tolerance && Math.abs(a[2] - b[2]) <= tolerance

/** Returns the bands between lines that follow each other as long as these have cells. */
function runsOfBands(
  rows: readonly PageRow[],
  lines: readonly Box[],
  { size }: TableContext,
): RuledRows[] {
  const runs: BandRun[] = []
  let isOpen = false
  for (const { top, first, end } of bandsOf(rows, lines)) {
    const run = runs.at(-1)
    const hasCells = isBandOfCells(rows.slice(first, end), top, size)
    if (hasCells && isOpen && run) Object.assign(run, { last: end - 1, bands: run.bands + 1 })
    else if (hasCells) runs.push({ first, last: end - 1, top, bands: 1 })
    isOpen = hasCells
  }
  return runs.filter(({ bands }) => bands >= minBands)
}

type BandRun = { first: number; last: number; top: Box; bands: number }

/** The rows of a band stand between a line and the next one. */
type Band = { readonly top: Box; readonly first: number; readonly end: number }

function bandsOf(rows: readonly PageRow[], lines: readonly Box[]): Band[] {
  const bands: Band[] = []
  let next = 0
  const skipTo = (line: Box) => {
    while (next < rows.length && middleHeightOf(rows[next]!.box) < middleHeightOf(line)) next++
    return next
  }
  for (const [i, bottom] of lines.slice(1).entries()) {
    const top = lines[i]!
    const first = skipTo(top)
    const end = skipTo(bottom)
    if (end > first) bands.push({ top, first, end })
  }
  return bands
}

const isBandOfCells = (band: readonly PageRow[], line: Box, size: number) =>
  band.length <= maxLinesOfBand &&
  band.every(({ box }) => box[0] >= line[0] - tolerance && box[2] <= line[2] + tolerance) &&
  band.some((row) => rowPiecesOf(row, minCellGap * size).length > 1)

/** The line under the names of the columns may be the first one. Names may have several lines, and stand over others. */
function withHead(
  rows: readonly PageRow[],
  { first, last, top }: RuledRows,
  context: TableContext,
): RowRange {
  const columns = columnsOf(rows.slice(first, last + 1), context)
  let headStart = first
  let lowerEdge = middleHeightOf(top)
  for (let i = first - 1; i >= Math.max(0, first - maxHeadLines); i--) {
    const { box } = rows[i]!
    const isWithin = box[0] >= top[0] - tolerance && box[2] <= top[2] + tolerance
    if (!isWithin || lowerEdge - middleHeightOf(box) > maxHeadStep * context.lineStep) break
    if (areNames(rows[i]!, columns, context)) headStart = i
    lowerEdge = middleHeightOf(box)
  }
  return { first: headStart, last }
}

/** Whether the pieces of a row are several, not more than the columns, and most of them stand in a column. */
function areNames(row: PageRow, columns: readonly GapExtent[], { size }: TableContext): boolean {
  const pieces = rowPiecesOf(row, minCellGap * size)
  const columnsMet = (box: Box) => columns.filter(([from, to]) => box[0] < to && box[2] > from)
  const inColumns = pieces.filter(({ box }) => columnsMet(box).length <= 1)
  const areFew = pieces.length > 1 && pieces.length <= columns.length
  return areFew && inColumns.length >= minNameShare * pieces.length
}
