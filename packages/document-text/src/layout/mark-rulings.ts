import type { Box } from '../model.ts'
import { sinkAt } from './find-warp.ts'
import type { Grid } from './fit-columns.ts'
import { type SheetLine, type TypedLine, typeLine } from './sheet.ts'
import { placeBox, type TextFrame } from './text-frame.ts'

/** A ruling line in the straightened frame of the text. */
type FramedRuling = {
  /** Position along the line for a vertical ruling, across it for a horizontal one. */
  readonly position: number
  readonly from: number
  readonly to: number
}

export type FramedRulings = {
  readonly vertical: readonly FramedRuling[]
  readonly horizontal: readonly FramedRuling[]
}

/** First and last column, both inclusive; an open end is infinite. */
type Span = readonly [from: number, to: number]

/** Minimum length, in cells, of a horizontal ruling that is drawn as dashes. */
const minDashes = 2
/** Maximum distance, in cells, between the ends of rulings that meet. */
const meetingTolerance = 1
const equalTolerance = 0.25

export function frameRulings(rulings: readonly Box[], frame: TextFrame): FramedRulings {
  const vertical: FramedRuling[] = []
  const horizontal: FramedRuling[] = []
  for (const box of rulings) {
    const [start, top, end, bottom] = placeBox(box, frame)
    const x = (start + end) / 2
    const y = (top + bottom) / 2
    const shiftX = frame.warp.slope * y
    const shiftY = -sinkAt(frame.warp, x, y)
    if (bottom - top > end - start) {
      vertical.push({ position: x + shiftX, from: top + shiftY, to: bottom + shiftY })
    } else {
      horizontal.push({ position: y + shiftY, from: start + shiftX, to: end + shiftX })
    }
  }
  return { vertical, horizontal: horizontal.sort((a, b) => a.position - b.position) }
}

/**
 * Types the lines of a page with its ruling lines. Marks replace blanks and never move text: a
 * vertical ruling is a bar in every line that it crosses, in one column if the text leaves one
 * free; horizontal rulings between two rows become one line of dashes.
 */
export function typeWithRulings(
  sheet: readonly SheetLine[],
  rulings: FramedRulings,
  grid: Omit<Grid, 'columns'>,
): readonly TypedLine[] {
  const longRulings = rulings.horizontal.filter(
    ({ from, to }) => to - from >= minDashes * grid.cell,
  )
  const ruledLines = insertDashes(sheet, longRulings)
  const texts = ruledLines.map(({ line }) => [...typeLine(line)])
  const bars = rulings.vertical.map(
    (rule): Bar => ({ rule: rule, columns: findBarColumns(ruledLines, rule, grid) }),
  )
  for (const { columns } of bars) for (const [i, column] of columns) putMark(texts[i]!, column, '|')
  const findColumn = createColumnFinder(ruledLines, bars, grid)
  for (const [i, { dashes }] of ruledLines.entries()) {
    for (const rule of dashes)
      drawDashes(texts[i]!, [findColumn(rule.from), findColumn(rule.to) - 1])
  }
  return ruledLines.map(({ line }, i) => ({ line, text: texts[i]!.join('') }))
}

function putMark(text: string[], column: number, mark: string): void {
  while (text.length <= column) text.push(' ')
  if (text[column] === ' ') text[column] = mark
}

type RuledLine = { readonly line: SheetLine; readonly dashes: readonly FramedRuling[] }

/** Inserts rulings before the first row whose base line is below them, replacing a blank line. */
function insertDashes(
  sheet: readonly SheetLine[],
  rulings: readonly FramedRuling[],
): readonly RuledLine[] {
  const rows = sheet.filter(({ kind }) => kind === 'row')
  const rulingsByRow = Map.groupBy(rulings, ({ position }) =>
    rows.find(({ base }) => base > position),
  )
  const ruledLines: RuledLine[] = []
  for (const line of sheet) {
    const dashes = rulingsByRow.get(line)
    if (dashes) {
      if (ruledLines.at(-1)?.line.kind === 'blank') ruledLines.pop()
      ruledLines.push({ line: toRulingLine(dashes), dashes })
    }
    ruledLines.push({ line, dashes: [] })
  }
  const last = rulingsByRow.get(undefined)
  if (last) ruledLines.push({ line: toRulingLine(last), dashes: last })
  return ruledLines
}

function toRulingLine(rulings: readonly FramedRuling[]): SheetLine {
  const top = rulings[0]!.position
  const bottom = rulings.at(-1)!.position
  const base = (top + bottom) / 2
  return { kind: 'rule', top, bottom, base, segments: [], columns: [] }
}

/**
 * Returns the column of the bar for each line that a vertical ruling crosses, if the line has room
 * for it.
 */
function findBarColumns(
  ruledLines: readonly RuledLine[],
  rule: FramedRuling,
  grid: Omit<Grid, 'columns'>,
): ReadonlyMap<number, number> {
  const crossedLines = [...ruledLines.entries()]
    .filter(([, { line }]) => crosses(rule, line, grid.cell))
    .map(([i, { line }]) => ({ i, span: findFreeSpan(line, rule.position) }))
    .filter(({ span }) => span[0] <= span[1])
  const preferredColumn = Math.max(0, Math.round((rule.position - grid.margin) / grid.cell))
  const spans = crossedLines.map(({ span }) => span)
  const commonSpan = intersect(spans.map(withMargin)) ?? intersect(spans)
  return new Map(crossedLines.map(({ i, span }) => [i, clamp(preferredColumn, commonSpan ?? span)]))
}

/** Crossing rulings are seldom drawn exactly to each other, hence the tolerance. */
function crosses(rule: FramedRuling, line: SheetLine, cell: number): boolean {
  if (line.kind === 'rule') return line.bottom >= rule.from - cell && line.top <= rule.to + cell
  const middle = (line.top + line.bottom) / 2
  return middle >= rule.from && middle <= rule.to
}

/** Returns the columns between the text before and after a position of a line. */
function findFreeSpan({ segments, columns }: SheetLine, position: number): Span {
  let from = 0
  for (const [i, { text, start, end }] of segments.entries()) {
    const isBefore = (start + end) / 2 < position
    if (!isBefore) return [from, columns[i]! - 1]
    from = columns[i]! + text.length
  }
  return [from, Number.POSITIVE_INFINITY]
}

/** Leaves a blank between the bar and the text, if there is room for one. */
function withMargin([from, to]: Span): Span {
  const first = from === 0 ? 0 : from + 1
  return first < to ? [first, to - 1] : [from, to]
}

function intersect(spans: readonly Span[]): Span | undefined {
  const from = Math.max(...spans.map((span) => span[0]))
  const to = Math.min(...spans.map((span) => span[1]))
  return from <= to ? [from, to] : undefined
}

function clamp(column: number, [from, to]: Span): number {
  return Math.min(Math.max(column, from), to)
}

type Bar = { readonly rule: FramedRuling; readonly columns: ReadonlyMap<number, number> }

/**
 * Returns a lookup of the columns at which horizontal rulings end: at the vertical ruling that they
 * meet, or at the median of the columns that the adjacent rows suggest, so that rulings of equal
 * width become lines of equal width.
 */
function createColumnFinder(
  ruledLines: readonly RuledLine[],
  bars: readonly Bar[],
  grid: Omit<Grid, 'columns'>,
): (position: number) => number {
  const hints = [...barHints(bars), ...rowHints(ruledLines, grid)]
  return (position) => {
    const distance = (hint: Hint) => Math.abs(hint.position - position) / grid.cell
    const nearHints = hints.filter((hint) => distance(hint) <= meetingTolerance)
    const barHintsNear = nearHints.filter(({ isBar }) => isBar)
    const bestHints = barHintsNear.length > 0 ? barHintsNear : nearHints
    const minDistance = Math.min(...bestHints.map(distance))
    const columns = bestHints
      .filter((hint) => distance(hint) <= minDistance + equalTolerance)
      .map(({ column }) => column)
    return columns.sort((a, b) => a - b)[columns.length >> 1] ?? 0
  }
}

type Hint = { readonly position: number; readonly column: number; readonly isBar: boolean }

function barHints(bars: readonly Bar[]): readonly Hint[] {
  return bars.flatMap(({ rule, columns }) =>
    [...columns.values()].map((column) => ({ position: rule.position, column, isBar: true })),
  )
}

function rowHints(ruledLines: readonly RuledLine[], grid: Omit<Grid, 'columns'>): readonly Hint[] {
  const hints: Hint[] = []
  for (const [i, { dashes }] of ruledLines.entries()) {
    if (dashes.length === 0) continue
    const rows = [ruledLines[i - 1]?.line, ruledLines[i + 1]?.line].filter(
      (line) => line?.kind === 'row',
    )
    const positions = dashes.flatMap(({ from, to }) => [from, to])
    for (const position of positions) {
      for (const row of rows) {
        hints.push({
          position,
          column: Math.max(0, interpolateColumn(row!, position, grid)),
          isBar: false,
        })
      }
    }
  }
  return hints
}

/** Returns the column of a position of the page in a row whose text may have been shifted. */
function interpolateColumn(line: SheetLine, position: number, grid: Omit<Grid, 'columns'>): number {
  let lastPosition = grid.margin
  let lastColumn = 0
  for (const [i, { text, start, end }] of line.segments.entries()) {
    const column = line.columns[i]!
    const corners = [
      [start, column],
      [end, column + text.length],
    ] as const
    for (const [nextPosition, nextColumn] of corners) {
      if (position <= nextPosition) {
        const share = (position - lastPosition) / Math.max(nextPosition - lastPosition, 0.01)
        return Math.round(lastColumn + share * (nextColumn - lastColumn))
      }
      lastPosition = nextPosition
      lastColumn = nextColumn
    }
  }
  return Math.max(lastColumn, Math.round((position - grid.margin) / grid.cell))
}

function drawDashes(text: string[], [from, to]: Span): void {
  for (let column = from; column <= to; column++) putMark(text, column, '-')
}
