import type { MergedCell } from './block.ts'
import { type GapExtent, gapsBetween } from './find-strips.ts'
import {
  middleHeightOf,
  type PageRow,
  type PlacedItem,
  type RowPiece,
  rowPiecesOf,
  sizeOf,
  usualSize,
} from './page-rows.ts'
import { joinHead } from './table-head.ts'
import { groupTableLines, isBetween, minRowSeparators, type TableLine } from './table-lines.ts'
import type { ShapedCell, TableContext } from './table-shape.ts'
import { joinRowGroups } from './table-spans.ts'

/** Words of a cell are nearer to each other than this, in sizes of the letters; in blanks, if all letters are of one width. */
const cellGap = 0.6
const cellGapInBlanks = 1.25
/** Share of the pieces of the fullest row that a row needs to say where columns are. */
const minPieceShare = 0.6
/** The letters of a table are often smaller than those of the page. */
function contextOf(rows: readonly PageRow[], context: TableContext) {
  const items = rows.flatMap((row) => row.items)
  const size = usualSize(items)
  const scale = context.size > 0 ? size / context.size : 1
  const blank = blankOfEqualLetters(items)
  const minGap = Math.max(cellGap * size, cellGapInBlanks * blank)
  return { ...context, size, lineStep: scale * context.lineStep, minGap }
}

/** Shorter words say little about the width of letters. */
const minLetters = 4
const minWords = 8
/** Widths of letters of the widest words and of the narrowest ones differ by this ratio at most. */
const maxWidthRatio = 1.12

/** The width of a blank if all letters have one width, and otherwise 0. */
function blankOfEqualLetters(items: readonly PlacedItem[]): number {
  const widths = items
    .filter(({ word }) => word.text.length >= minLetters)
    .map(({ word, box }) => (box[2] - box[0]) / word.text.length)
    .sort((a, b) => a - b)
  const widthAt = (share: number) => widths[Math.floor(share * (widths.length - 1))]!
  const areEqual = widths.length >= minWords && widthAt(0.9) <= maxWidthRatio * widthAt(0.1)
  return areEqual ? widthAt(0.5) : 0
}

/** Columns by the gaps that no full row crosses. A head over several columns may cross some. */
export function columnsOf(rows: readonly PageRow[], pageContext: TableContext): GapExtent[] {
  const context = contextOf(rows, pageContext)
  const { minGap } = context
  const rowPieces = rows.map((row) => rowPiecesOf(row, minGap))
  const maxPieces = Math.max(...rowPieces.map(({ length }) => length))
  const full = rowPieces.filter(({ length }) => length >= minPieceShare * maxPieces)
  const bands = bandsOf(rows, rowPieces, context)
  const all = joinComplementary(gapColumns(full, minGap), bands)
  const [, ...body] = full
  if (body.length < 2) return all
  const bodyColumns = joinComplementary(gapColumns(body, minGap), bands)
  return bodyColumns.length > all.length ? bodyColumns : all
}

/** Lines that are nearer to each other, in line steps, are parts of one row. */
const maxBandStep = 0.78

/** The pieces of lines that are one row whatever columns they stand in: too near to each other, or without a line between them. */
function bandsOf(
  rows: readonly PageRow[],
  rowPieces: readonly (readonly RowPiece[])[],
  { lineStep, separators }: TableContext,
): readonly (readonly RowPiece[])[] {
  const middles = rows.map(({ box }) => middleHeightOf(box))
  const areParted = middles.map(
    (middle, i) => i > 0 && separators.some((box) => isBetween(box, middles[i - 1]!, middle)),
  )
  const hasDrawnRows = areParted.filter((isParted) => isParted).length >= minRowSeparators
  const bands: RowPiece[][] = []
  for (const [i, pieces] of rowPieces.entries()) {
    const isNear = i > 0 && middles[i]! - middles[i - 1]! < maxBandStep * lineStep
    const goesOn = i > 0 && !areParted[i] && (isNear || hasDrawnRows)
    if (goesOn) bands.at(-1)!.push(...pieces)
    else bands.push([...pieces])
  }
  return bands
}

function gapColumns(rows: readonly (readonly RowPiece[])[], minGap: number): GapExtent[] {
  const extents = rows.flat().map(({ box }): GapExtent => [box[0], box[2]])
  const from = Math.min(...extents.map(([left]) => left))
  const to = Math.max(...extents.map(([, right]) => right))
  const gaps = gapsBetween(extents, [from, to], minGap)
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

/** Makes rows of the lines of a table: those that go on within their cells are one row with the line above. */
export function shapeRows(
  rows: readonly PageRow[],
  columns: readonly GapExtent[],
  pageContext: TableContext,
): readonly ShapedCell[] {
  const context = contextOf(rows, pageContext)
  const { minGap } = context
  const lines = rows.map((row): TableLine => {
    const pieces = rowPiecesOf(row, minGap)
    return {
      middle: middleHeightOf(row.box),
      cells: pieces.map((piece) => ({ piece, ...placeIn(columns, piece, context) })),
    }
  })
  const groups = groupTableLines(lines, columns.length, context)
  const inOrder = context.isFromRight ? columns.toReversed() : columns
  const cells = joinHead(groups.flatMap(toCells), inOrder)
  const extents = groups.map((group) => ({ first: group[0]!.middle, last: group.at(-1)!.middle }))
  const { separators } = context
  return joinRowGroups(cells, { rows: extents, columns: inOrder, separators })
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

function toCells(group: readonly TableLine[], row: number): ShapedCell[] {
  const cells: { column: number; columns: number; rows: number; pieces: RowPiece[] }[] = []
  for (const { piece, column, columns, rows = 1 } of group.flatMap((line) => line.cells)) {
    const cell = cells.find(
      (one) => column < one.column + one.columns && one.column < column + columns,
    )
    if (!cell) {
      cells.push({ column, columns, rows, pieces: [piece] })
      continue
    }
    const end = Math.max(cell.column + cell.columns, column + columns)
    cell.column = Math.min(cell.column, column)
    cell.columns = end - cell.column
    cell.pieces.push(piece)
  }
  return cells.map((cell) => ({ ...cell, row }))
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
