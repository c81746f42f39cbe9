import type { Box } from '../model.ts'
import { uniteBoxes } from '../unite-boxes.ts'
import type { GapExtent } from './find-strips.ts'
import { middleHeightOf, type PlacedItem, rowPiecesOf, rowsOf } from './page-rows.ts'
import { shapeRows } from './table-rows.ts'
import type { ShapedCell, TableContext } from './table-shape.ts'

export type GridTable = {
  readonly box: Box
  readonly cells: readonly ShapedCell[]
  readonly items: readonly PlacedItem[]
}

/** Points. */
const tolerance = 2.5
/** Share of a cell's side that a line covers. */
const minCovered = 0.6
/** More are a pattern. */
const maxRules = 4000
const maxCells = 20_000
/** A grid with fewer rows may only frame its columns. */
const minDrawnRows = 4

/** Finds tables by the lines around their cells. Cells without a line between them are one. */
export function findGridTables(
  items: readonly PlacedItem[],
  rules: readonly Box[],
  context: TableContext,
): GridTable[] {
  if (rules.length > maxRules) return []
  return connectedRules(rules)
    .map((group) => tableIn(items, group, context))
    .filter((table) => table !== undefined)
}

const isHorizontal = (box: Box) => box[2] - box[0] >= box[3] - box[1]

function touches(a: Box, b: Box): boolean {
  return (
    a[0] <= b[2] + tolerance &&
    b[0] <= a[2] + tolerance &&
    a[1] <= b[3] + tolerance &&
    b[1] <= a[3] + tolerance
  )
}

/** Lines that touch each other, directly or through others. */
function connectedRules(rules: readonly Box[]): Box[][] {
  const groups: { box: Box; rules: Box[] }[] = []
  for (const rule of rules) {
    const touchedGroups = groups.filter(
      (group) => touches(group.box, rule) && group.rules.some((one) => touches(one, rule)),
    )
    const unitedGroup = { box: rule, rules: [rule] }
    for (const group of touchedGroups) {
      unitedGroup.box = uniteBoxes([unitedGroup.box, group.box])
      unitedGroup.rules.push(...group.rules)
      groups.splice(groups.indexOf(group), 1)
    }
    groups.push(unitedGroup)
  }
  return groups.map((group) => group.rules)
}

/** Positions of lines; those within the tolerance are one. */
function positionsOf(values: readonly number[]): number[] {
  const positions: number[] = []
  for (const value of values.toSorted((a, b) => a - b))
    if (positions.length === 0 || value - positions.at(-1)! > tolerance) positions.push(value)
  return positions
}

type Grid = {
  readonly xs: readonly number[]
  readonly ys: readonly number[]
  readonly horizontal: readonly Box[]
  readonly vertical: readonly Box[]
}

/** The outermost ends of lines along an axis where most of them end: there the table has an edge that is not drawn. */
function openEnds(lines: readonly Box[], axis: 0 | 1): number[] {
  const ends = [
    Math.min(...lines.map((line) => line[axis]!)),
    Math.max(...lines.map((line) => line[axis + 2]!)),
  ]
  return ends.filter((end, side) => {
    const position = axis + 2 * side
    const linesAtEnd = lines.filter((line) => Math.abs(line[position]! - end) <= tolerance)
    return linesAtEnd.length > lines.length / 2
  })
}

function gridOf(rules: readonly Box[]): Grid | undefined {
  const horizontal = rules.filter(isHorizontal)
  const vertical = rules.filter((rule) => !isHorizontal(rule))
  const xs = positionsOf([
    ...vertical.map(([from, , to]) => (from + to) / 2),
    ...openEnds(horizontal, 0),
  ])
  const ys = positionsOf([...horizontal.map(middleHeightOf), ...openEnds(vertical, 1)])
  const isGrid = xs.length >= 2 && ys.length >= 2 && xs.length * ys.length <= maxCells
  return isGrid ? { xs, ys, horizontal, vertical } : undefined
}

/** Whether a line covers most of a side. */
function isDrawn(
  lines: readonly Box[],
  position: number,
  [from, to]: GapExtent,
  axis: 0 | 1,
): boolean {
  let coveredLength = 0
  for (const line of lines) {
    const middle = (line[1 - axis]! + line[3 - axis]!) / 2
    if (Math.abs(middle - position) > tolerance) continue
    coveredLength += Math.max(0, Math.min(line[axis + 2]!, to) - Math.max(line[axis]!, from))
  }
  return coveredLength >= minCovered * (to - from)
}

function tableIn(
  allItems: readonly PlacedItem[],
  rules: readonly Box[],
  context: TableContext,
): GridTable | undefined {
  const grid = gridOf(rules)
  if (!grid) return undefined
  const { xs, ys } = grid
  const box: Box = [xs[0]!, ys[0]!, xs.at(-1)!, ys.at(-1)!]
  const items = allItems.filter((item) => isInside(item.box, box))
  if (items.length === 0) return undefined
  const frames = framesOf(grid)
  if (ys.length - 1 < minDrawnRows) {
    const columns = xs.slice(1).map((to, i): GapExtent => [xs[i]!, to])
    const cells = shapeByLines(items, {
      columns,
      frames,
      context,
      drawnRows: ys.length - 1,
      separators: linesWithin(grid),
    })
    if (cells) return isTable(cells) ? { box, cells, items } : undefined
  }
  const columnCount = xs.length - 1
  const cells = frames.map((frame): ShapedCell => {
    const { row, rows, columns, box: frameBox } = frame
    const column = context.isFromRight ? columnCount - frame.column - columns : frame.column
    const cellItems = items.filter((item) => isInside(item.box, frameBox))
    const pieces = rowsOf(cellItems).flatMap((line) => rowPiecesOf(line, Number.POSITIVE_INFINITY))
    return { row, rows, column, columns, pieces }
  })
  return isTable(cells) ? { box, cells, items } : undefined
}

function isInside(box: Box, outer: Box): boolean {
  const x = (box[0] + box[2]) / 2
  const y = middleHeightOf(box)
  return x >= outer[0] && x <= outer[2] && y >= outer[1] && y <= outer[3]
}

/** A frame around text, or boxes below each other, are no table. */
function isTable(cells: readonly ShapedCell[]): boolean {
  const filledCells = cells.filter(({ pieces }) => pieces.length > 0)
  const rows = new Set(filledCells.map(({ row }) => row))
  const columns = new Set(filledCells.map(({ column }) => column))
  return rows.size >= 2 && columns.size >= 2
}

type Frame = {
  readonly row: number
  readonly column: number
  readonly rows: number
  readonly columns: number
  readonly box: Box
}

function framesOf(grid: Grid): Frame[] {
  const { xs, ys } = grid
  const frames: Frame[] = []
  const takenCells = new Set<number>()
  const width = xs.length - 1
  for (let cell = 0; cell < width * (ys.length - 1); cell++) {
    if (takenCells.has(cell)) continue
    const row = Math.floor(cell / width)
    const column = cell % width
    const columns = countColumns(grid, { row, column }, takenCells)
    const rows = countRows(grid, { row, column, columns })
    const box: Box = [xs[column]!, ys[row]!, xs[column + columns]!, ys[row + rows]!]
    const frame = { row, column, rows, columns, box }
    frames.push(frame)
    for (const frameCell of cellsOf(frame, width)) takenCells.add(frameCell)
  }
  return frames
}

const extentAt = (positions: readonly number[], index: number): GapExtent => [
  positions[index]!,
  positions[index + 1]!,
]

/** Counts the columns of a frame: it ends at a line, or at a frame that began in a row above. */
function countColumns(
  { xs, ys, vertical }: Grid,
  { row, column }: Pick<Frame, 'row' | 'column'>,
  takenCells: ReadonlySet<number>,
): number {
  const width = xs.length - 1
  const isOpen = (next: number) =>
    !takenCells.has(row * width + next) && !isDrawn(vertical, xs[next]!, extentAt(ys, row), 1)
  let end = column + 1
  while (end < width && isOpen(end)) end++
  return end - column
}

/** Counts the rows of a frame: it ends where a line is drawn below one of its columns. */
function countRows(
  { xs, ys, horizontal }: Grid,
  { row, column, columns }: Pick<Frame, 'row' | 'column' | 'columns'>,
): number {
  const extents = Array.from({ length: columns }, (_, i) => extentAt(xs, column + i))
  const isOpen = (next: number) =>
    extents.every((extent) => !isDrawn(horizontal, ys[next]!, extent, 0))
  let end = row + 1
  while (end < ys.length - 1 && isOpen(end)) end++
  return end - row
}

/** Returns the cells within a frame, counted row by row through a grid of the given width. */
function cellsOf({ row, column, rows, columns }: Frame, width: number): number[] {
  return Array.from({ length: rows * columns }, (_, i) => {
    const cellRow = row + Math.floor(i / columns)
    return cellRow * width + column + (i % columns)
  })
}

type FramedLines = {
  readonly columns: readonly GapExtent[]
  readonly frames: readonly Frame[]
  readonly context: TableContext
  readonly drawnRows: number
  /** Lines between the outer ones. */
  readonly separators: readonly Box[]
}

const linesWithin = ({ ys, horizontal }: Grid) =>
  horizontal.filter((line) => {
    const middle = middleHeightOf(line)
    return middle > ys[0]! + tolerance && middle < ys.at(-1)! - tolerance
  })

/** Where lines are drawn between columns and not between rows, the lines of text make the rows. */
function shapeByLines(
  items: readonly PlacedItem[],
  { columns, frames, context, separators, drawnRows }: FramedLines,
): readonly ShapedCell[] | undefined {
  const isWideBody = frames.some((frame) => frame.columns > 1 && frame.row > 0)
  if (columns.length < 2 || isWideBody) return undefined
  const cells = shapeRows(rowsOf(items), columns, { ...context, separators })
  const rows = Math.max(...cells.map(({ row, rows: height }) => row + height))
  return rows > drawnRows ? cells : undefined
}
