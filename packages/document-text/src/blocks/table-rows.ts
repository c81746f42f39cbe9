import type { MergedCell } from './block.ts'
import { type GapExtent, gapsBetween } from './find-strips.ts'
import { middleHeightOf, type PageRow, type RowPiece, rowPiecesOf, sizeOf } from './page-rows.ts'
import type { ShapedCell } from './table-shape.ts'

/** The measures of the page around a table. */
export type TableContext = {
  /** Size of the letters, in points. */
  readonly size: number
  /** From line to line of running text, in points. */
  readonly lineStep: number
  /** The heights at which lines are drawn across the table. */
  readonly separators: readonly number[]
  readonly isFromRight: boolean
  /** In line steps: a line below a gap like this begins something else. */
  readonly minBreak?: number
}

/** Words of a cell are nearer to each other than this, in sizes of the letters. */
const cellGap = 0.6
/** Share of the pieces of the fullest row that a row needs to say where columns are. */
const minPieceShare = 0.6
/** In line steps: rows that are padded stand farther apart than the lines of a cell. */
const maxLineStep = 1.15
/** More lines across are drawn between all rows, not only under the head. */
const minRowSeparators = 3

/** Columns by the gaps that no full row crosses. A head over several columns may cross some. */
export function columnsOf(rows: readonly PageRow[], { size }: TableContext): GapExtent[] {
  const rowPieces = rows.map((row) => rowPiecesOf(row, cellGap * size))
  const maxPieces = Math.max(...rowPieces.map(({ length }) => length))
  const full = rowPieces.filter(({ length }) => length >= minPieceShare * maxPieces)
  const all = joinComplementary(gapColumns(full, size), full)
  const [, ...body] = full
  if (body.length < 2) return all
  const bodyColumns = joinComplementary(gapColumns(body, size), full)
  return bodyColumns.length > all.length ? bodyColumns : all
}

function gapColumns(rows: readonly (readonly RowPiece[])[], size: number): GapExtent[] {
  const extents = rows.flat().map(({ box }): GapExtent => [box[0], box[2]])
  const from = Math.min(...extents.map(([left]) => left))
  const to = Math.max(...extents.map(([, right]) => right))
  const gaps = gapsBetween(extents, [from, to], cellGap * size)
  const starts = [from, ...gaps.map(([, end]) => end)]
  return starts.map((start, i): GapExtent => [start, gaps[i]?.[0] ?? to])
}

/** Neighbours of which no row has both are one column, such as a head on the left of numbers on the right. */
function joinComplementary(
  columns: readonly GapExtent[],
  rows: readonly (readonly RowPiece[])[],
): GapExtent[] {
  const isFilled = (row: readonly RowPiece[], [from, to]: GapExtent) =>
    row.some(({ box }) => box[0] < to && box[2] > from)
  const joinedColumns: GapExtent[] = []
  for (const column of columns) {
    const last = joinedColumns.at(-1)
    const areBothFilled = rows.some((row) => last && isFilled(row, last) && isFilled(row, column))
    if (last && !areBothFilled) joinedColumns[joinedColumns.length - 1] = [last[0], column[1]]
    else joinedColumns.push(column)
  }
  return joinedColumns
}

/** A line of a table, its pieces with the columns that they stand in. */
type TableLine = {
  readonly middle: number
  readonly cells: readonly {
    readonly piece: RowPiece
    readonly column: number
    readonly columns: number
  }[]
}

/** Makes rows of the lines of a table: those that go on within their cells are one row with the line above. */
export function shapeRows(
  rows: readonly PageRow[],
  columns: readonly GapExtent[],
  context: TableContext,
): ShapedCell[] {
  const lines = rows.map((row): TableLine => {
    const pieces = rowPiecesOf(row, cellGap * context.size)
    return {
      middle: middleHeightOf(row.box),
      cells: pieces.map((piece) => ({ piece, ...placeIn(columns, piece, context) })),
    }
  })
  const groups = groupLines(lines, columns.length, context)
  return joinHead(groups.flatMap(toCells))
}

function placeIn(
  columns: readonly GapExtent[],
  { box }: RowPiece,
  { size, isFromRight }: TableContext,
): Pick<MergedCell, 'column' | 'columns'> {
  const overlaps = columns.map(([from, to]) => Math.min(to, box[2]) - Math.max(from, box[0]))
  const touchedColumns = overlaps
    .map((overlap, i) => ({ overlap, i }))
    .filter(({ overlap, i }) => {
      const [from, to] = columns[i]!
      return overlap > Math.min(size, (to - from) / 2)
    })
  const first = touchedColumns[0]?.i ?? overlaps.indexOf(Math.max(...overlaps))
  const last = touchedColumns.at(-1)?.i ?? first
  const column = isFromRight ? columns.length - 1 - last : first
  return { column, columns: last - first + 1 }
}

function groupLines(
  lines: readonly TableLine[],
  columnCount: number,
  context: TableContext,
): TableLine[][] {
  const spacing = measureSpacing(lines, context)
  const groups: TableLine[][] = []
  for (const [i, line] of lines.entries()) {
    const group = groups.at(-1)
    if (group && continuesRow(group, line, { spacing, columnCount, step: spacing.steps[i - 1]! }))
      group.push(line)
    else groups.push([line])
  }
  return groups
}

/** The way from a line to the next one. */
type LineStep = { readonly isNear: boolean; readonly isParted: boolean }

type LineSpacing = {
  readonly steps: readonly LineStep[]
  /** Lines are drawn between the rows. */
  readonly hasDrawnRows: boolean
  /** Rows stand farther apart than the lines of a cell. */
  readonly isPadded: boolean
}

function measureSpacing(
  lines: readonly TableLine[],
  { lineStep, separators }: TableContext,
): LineSpacing {
  const steps = lines.slice(1).map((line, i): LineStep => {
    const lineAbove = lines[i]!
    return {
      isNear: line.middle - lineAbove.middle <= maxLineStep * lineStep,
      isParted: separators.some((y) => y > lineAbove.middle && y < line.middle),
    }
  })
  return {
    steps,
    hasDrawnRows: steps.filter(({ isParted }) => isParted).length >= minRowSeparators,
    isPadded: steps.some(({ isNear }) => isNear) && steps.some(({ isNear }) => !isNear),
  }
}

type LineContext = {
  readonly spacing: LineSpacing
  readonly columnCount: number
  readonly step: LineStep
}

function continuesRow(
  group: readonly TableLine[],
  line: TableLine,
  { spacing, columnCount, step }: LineContext,
): boolean {
  if (step.isParted) return false
  if (spacing.hasDrawnRows) return true
  return step.isNear && (spacing.isPadded || continuesCells(group, line, columnCount))
}

/** Where rows are as near as lines, a line goes on if it has few cells, none of them the first, all below filled ones. */
function continuesCells(
  group: readonly TableLine[],
  line: TableLine,
  columnCount: number,
): boolean {
  const filledColumns = new Set(group.flatMap(({ cells }) => cells.map(({ column }) => column)))
  return (
    line.cells.length <= columnCount / 2 &&
    line.cells.every(({ column }) => column > 0 && filledColumns.has(column)) &&
    filledColumns.size > line.cells.length
  )
}

function toCells(group: readonly TableLine[], row: number): ShapedCell[] {
  const cells: { column: number; columns: number; pieces: RowPiece[] }[] = []
  for (const { piece, column, columns } of group.flatMap((line) => line.cells)) {
    const cell = cells.find(
      (one) => column < one.column + one.columns && one.column < column + columns,
    )
    if (!cell) {
      cells.push({ column, columns, pieces: [piece] })
      continue
    }
    const end = Math.max(cell.column + cell.columns, column + columns)
    cell.column = Math.min(cell.column, column)
    cell.columns = end - cell.column
    cell.pieces.push(piece)
  }
  return cells.map((cell) => ({ ...cell, row, rows: 1 }))
}

/**
 * A head of two rows: a name stands over several columns if the second row names them and the first has nothing above some of them.
 * Names with nothing below reach down to the second row.
 */
function joinHead(cells: readonly ShapedCell[]): ShapedCell[] {
  const first = cells.filter(({ row }) => row === 0).sort((a, b) => a.column - b.column)
  const second = cells.filter(({ row }) => row === 1)
  const isNumber = second.some(({ pieces }) => pieces.some(({ text }) => /\d/u.test(text)))
  if (second.length === 0 || isNumber) return [...cells]
  const columnsBelow = columnsIn(second)
  const wide = first.map((cell, i) =>
    widen(cell, { below: columnsBelow, end: first[i + 1]?.column }),
  )
  const isTaken = ({ column, columns }: ShapedCell) =>
    Array.from({ length: columns }, (_, i) => column + i).some((one) => columnsBelow.has(one))
  const isHead =
    wide.some(({ columns }) => columns > 1) &&
    wide.some((cell) => !isTaken(cell)) &&
    [...columnsBelow].every((column) =>
      wide.some((cell) => cell.columns > 1 && covers(cell, column)),
    )
  if (!isHead) return [...cells]
  const heads = wide.map((cell) => (isTaken(cell) ? cell : { ...cell, rows: 2 }))
  return [...heads, ...cells.filter(({ row }) => row > 0)]
}

const columnsIn = (cells: readonly ShapedCell[]) =>
  new Set(
    cells.flatMap(({ column, columns }) => Array.from({ length: columns }, (_, i) => column + i)),
  )

const covers = ({ column, columns }: ShapedCell, position: number) =>
  position >= column && position < column + columns

/** What stands below a name: the columns of the second row, and the column of the next name. */
type BelowName = { readonly below: ReadonlySet<number>; readonly end: number | undefined }

/** Lets a name that has one below reach over the columns behind it that only the second row names. */
function widen(
  cell: ShapedCell,
  { below: columnsBelow, end = Number.POSITIVE_INFINITY }: BelowName,
): ShapedCell {
  if (!columnsBelow.has(cell.column)) return cell
  let { columns } = cell
  while (cell.column + columns < end && columnsBelow.has(cell.column + columns)) columns++
  return { ...cell, columns }
}

/** Rows that are looked back at, and in sizes how long a line of running text is at least. */
const maxRowsBack = 3
const minTextLength = 8
/** More steps of a page tell nothing more. */
const maxSteps = 400

/** From line to line of running text: the most frequent step between lines of the usual size that begin below each other. */
export function lineStepOf(rows: readonly PageRow[], size: number): number | undefined {
  const lines = rows.map((row) =>
    rowPiecesOf(row, 1.5 * size).filter((piece) => isText(piece, size)),
  )
  const steps: number[] = []
  for (const [i, pieces] of lines.entries()) {
    const piecesAbove = lines.slice(Math.max(0, i - maxRowsBack), i).flat()
    for (const { box } of pieces) {
      const previous = piecesAbove.findLast((one) => Math.abs(one.box[0] - box[0]) < 1)
      const step = previous ? middleHeightOf(box) - middleHeightOf(previous.box) : 0
      if (step >= 0.8 * size && step <= 2.2 * size) steps.push(step)
    }
  }
  const isAlike = (a: number, b: number) => Math.abs(a - b) <= 0.04 * b
  const counts = steps
    .slice(0, maxSteps)
    .map((step) => ({ step, count: steps.filter((one) => isAlike(one, step)).length }))
  return counts.sort((a, b) => b.count - a.count || a.step - b.step)[0]?.step
}

function isText({ box, words }: RowPiece, size: number): boolean {
  const ratio = sizeOf(words) / size
  return ratio > 0.95 && ratio < 1.05 && box[2] - box[0] >= minTextLength * size
}
