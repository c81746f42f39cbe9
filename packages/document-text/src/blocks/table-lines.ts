import type { Box } from '../model.ts'
import type { RowPiece } from './page-rows.ts'
import type { TableContext } from './table-shape.ts'

/** A line of a table, its pieces with the columns that they stand in. */
export type TableLine = {
  readonly middle: number
  readonly cells: readonly LineCell[]
}

type LineCell = {
  readonly piece: RowPiece
  readonly column: number
  readonly columns: number
  /** The number of rows that the cell reaches over, if the line shows it. */
  readonly rows?: number
}

/** The lines of a cell may be so much farther apart where they are rounded to pixels. */
const maxStepTolerance = 1.05
/** In line steps: lines that are nearer do not stand below each other in one cell. */
const minLineStep = 0.78
/** In line steps: rows that are padded stand farther apart than the lines of a cell. */
const maxLineStep = 1.15
/** Steps within cells and steps between rows differ by this ratio at least. */
const minStepRatio = 1.08
/** Steps to lines that fill some columns and steps to whole rows differ by this ratio at least; so many of each are needed. */
const minKindRatio = 1.1
const minSteps = 2
/** Share of the columns that a whole row fills, and of the lines within cells that may be as full. */
const wholeRowShare = 0.8
const maxWholeShare = 0.5
/** Lines as far apart as those of the running text are lines of a cell, however full they are. */
const sureLineStep = 1.06
/** More lines across are drawn between all rows, not only under the head. */
export const minRowSeparators = 3
/** A label in the middle of two rows: how far off it is, in distances of the rows, which are so many usual steps apart at most. */
const maxOffCentre = 0.15
const maxRowSteps = 1.4
/** In line steps: rows with a name between them are farther apart than the two lines of a cell beside a name. */
const minLabelledStep = 1.5

/** Lines that go on within their cells are grouped with the line above. */
export function groupTableLines(
  allLines: readonly TableLine[],
  columnCount: number,
  context: TableContext,
): TableLine[][] {
  const lines = attachMiddleLabels(allLines, context)
  const spacing = measureSpacing(lines, columnCount, context)
  const groups: TableLine[][] = []
  for (const [i, line] of lines.entries()) {
    const group = groups.at(-1)
    if (group && continuesRow(group, line, { spacing, columnCount, step: spacing.steps[i - 1]! }))
      group.push(line)
    else groups.push([line])
  }
  return groups
}

/** The name of two rows may stand at the height between them: it becomes a cell of the upper one. */
function attachMiddleLabels(
  lines: readonly TableLine[],
  context: TableContext,
): readonly TableLine[] {
  const rowSteps = lines
    .slice(1)
    .map((line, i) => ({ line, upper: lines[i]! }))
    .filter(({ line, upper }) => line.cells.length > 1 && upper.cells.length > 1)
    .map(({ line, upper }) => line.middle - upper.middle)
    .sort((a, b) => a - b)
  const rowStep = rowSteps[rowSteps.length >> 1] ?? context.lineStep
  const attachedLines: TableLine[] = []
  for (const [i, line] of lines.entries()) {
    const upper = attachedLines.at(-1)
    const lower = lines[i + 1]
    if (
      upper &&
      lower &&
      isMiddleLabel(line, { upper, lower }, { rowStep, lineStep: context.lineStep })
    ) {
      const labels = line.cells.map((cell) => ({ ...cell, rows: 2 }))
      attachedLines[attachedLines.length - 1] = { ...upper, cells: [...upper.cells, ...labels] }
    } else attachedLines.push(line)
  }
  return attachedLines
}

type Neighbours = { readonly upper: TableLine; readonly lower: TableLine }

function isMiddleLabel(
  line: TableLine,
  { upper, lower }: Neighbours,
  { rowStep, lineStep }: { readonly rowStep: number; readonly lineStep: number },
): boolean {
  const distance = lower.middle - upper.middle
  const offCentre = Math.abs(line.middle - (upper.middle + lower.middle) / 2)
  if (distance > maxRowSteps * rowStep || offCentre > maxOffCentre * distance) return false
  if (shareColumn(line, upper) || shareColumn(line, lower)) return false
  return (
    areBothNumbers(upper, lower) > 0 ||
    (distance >= minLabelledStep * lineStep && shareColumn(upper, lower))
  )
}

const meets = (a: LineCell, b: LineCell) =>
  a.column < b.column + b.columns && b.column < a.column + a.columns

const shareColumn = (a: TableLine, b: TableLine) =>
  a.cells.some((cell) => b.cells.some((one) => meets(cell, one)))

/** Whether a text has a digit and no letter. */
const isNumber = ({ piece }: LineCell) => /\d/.test(piece.text) && !/\p{L}/u.test(piece.text)

/** Counts the numbers that have a number above them. */
function areBothNumbers(upper: TableLine, line: TableLine): number {
  const numbersAbove = upper.cells.filter(isNumber)
  return line.cells.filter((cell) => isNumber(cell) && numbersAbove.some((one) => meets(one, cell)))
    .length
}

/** The way from a line to the next one. */
type LineStep = {
  readonly isNear: boolean
  /** Lines of one cell are farther apart, so that the two are parts of one row. */
  readonly isWithinLine: boolean
  readonly isParted: boolean
}

type LineSpacing = {
  readonly steps: readonly LineStep[]
  /** Lines are drawn between the rows. */
  readonly hasDrawnRows: boolean
  /** Rows stand farther apart than the lines of a cell. */
  readonly isPadded: boolean
  /** The longest step within a cell, in points. */
  readonly maxNear: number
}

function measureSpacing(
  lines: readonly TableLine[],
  columnCount: number,
  { lineStep, separators }: TableContext,
): LineSpacing {
  const pairs = lines.slice(1).map((line, i) => ({
    upper: lines[i]!,
    line,
    distance: line.middle - lines[i]!.middle,
  }))
  const limit = findNearLimit(pairs, columnCount, lineStep)
  const maxNear = limit ?? maxLineStep * lineStep
  const steps = pairs.map(
    ({ upper, line, distance }): LineStep => ({
      isNear: distance <= maxNear,
      isWithinLine: distance < minLineStep * lineStep && !shareColumn(upper, line),
      isParted: separators.some((box) => isBetween(box, upper.middle, line.middle)),
    }),
  )
  return {
    steps,
    hasDrawnRows: steps.filter(({ isParted }) => isParted).length >= minRowSeparators,
    isPadded: limit !== undefined,
    maxNear,
  }
}

export function isBetween([, top, , bottom]: Box, from: number, to: number): boolean {
  const middle = (top + bottom) / 2
  return middle > from && middle < to
}

type LinePair = {
  readonly upper: TableLine
  readonly line: TableLine
  readonly distance: number
}

/** Returns the longest step within a cell if the steps between rows are clearly longer. */
function findNearLimit(
  allPairs: readonly LinePair[],
  columnCount: number,
  lineStep: number,
): number | undefined {
  const pairs = allPairs.filter(({ distance }) => distance >= minLineStep * lineStep)
  const isWhole = ({ line }: LinePair) => line.cells.length >= wholeRowShare * columnCount
  const wholeSteps = distancesOf(pairs.filter(isWhole))
  const partSteps = distancesOf(pairs.filter((pair) => !isWhole(pair)))
  const partStep = partSteps[partSteps.length >> 2]
  const wholeStep = wholeSteps[wholeSteps.length >> 1]
  const areClear = partSteps.length >= minSteps && wholeSteps.length >= minSteps
  if (areClear && partStep! <= maxLineStep * lineStep && wholeStep! >= minKindRatio * partStep!)
    return (partStep! + wholeStep!) / 2
  const limit = findWidestGap(distancesOf(pairs), lineStep)
  if (limit === undefined || limit <= sureLineStep * lineStep) return limit
  const nearPairs = pairs.filter(({ distance }) => distance <= limit)
  const wholeCount = nearPairs.filter(isWhole).length
  return wholeCount > maxWholeShare * nearPairs.length ? undefined : limit
}

const distancesOf = (pairs: readonly LinePair[]) =>
  pairs.map(({ distance }) => distance).sort((a, b) => a - b)

/** Returns the last of the short steps, before the widest gap between sorted steps. */
function findWidestGap(distances: readonly number[], lineStep: number): number | undefined {
  let limit: number | undefined
  let maxRatio = minStepRatio
  for (const [i, distance] of distances.entries()) {
    const next = distances[i + 1]
    if (next === undefined || distance > maxLineStep * lineStep) break
    if (next / distance < maxRatio) continue
    maxRatio = next / distance
    limit = distance
  }
  return limit
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
  if (!spacing.hasDrawnRows && leavesCell(group, line, spacing.maxNear)) return false
  if (step.isWithinLine) return true
  const numbers = group.reduce((count, upper) => Math.max(count, areBothNumbers(upper, line)), 0)
  if (numbers > 0 && line.cells.length > 1 && !(spacing.hasDrawnRows && numbers === 1)) return false
  if (spacing.hasDrawnRows) return true
  return step.isNear && (spacing.isPadded || continuesCells(group, line, columnCount))
}

/** Whether the line above in one of the columns is too far off. */
function leavesCell(group: readonly TableLine[], line: TableLine, maxNear: number): boolean {
  return line.cells.some((cell) => {
    const upper = group.findLast(({ cells }) => cells.some((one) => meets(one, cell)))
    return upper !== undefined && line.middle - upper.middle > maxStepTolerance * maxNear
  })
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
