import type { Box } from '../model.ts'
import { sinkAt } from './find-warp.ts'
import type { Grid } from './fit-columns.ts'
import { type SheetLine, type TypedLine, typeLine } from './sheet.ts'
import { placeBox, type TextFrame } from './text-frame.ts'

/** A ruling line in the frame of the text, straightened. */
type FramedRule = {
  /** Where it stands: along the line for a vertical rule, across for a horizontal one. */
  readonly at: number
  readonly from: number
  readonly to: number
}

export type FramedRules = {
  readonly vertical: readonly FramedRule[]
  readonly horizontal: readonly FramedRule[]
}

/** Columns from one to the other, both included; an open end is infinite. */
type Span = readonly [from: number, to: number]

/** In cells: shorter horizontal rules are no lines of dashes. */
const minDashes = 2
/** In cells: rules that meet within it end at each other. */
const meetsWithin = 1
const sameWithin = 0.25

export function frameRules(rules: readonly Box[], frame: TextFrame): FramedRules {
  const vertical: FramedRule[] = []
  const horizontal: FramedRule[] = []
  for (const box of rules) {
    const [start, top, end, bottom] = placeBox(box, frame)
    const [x, y] = [(start + end) / 2, (top + bottom) / 2]
    const [right, down] = [frame.warp.slope * y, -sinkAt(frame.warp, x, y)]
    if (bottom - top > end - start) {
      vertical.push({ at: x + right, from: top + down, to: bottom + down })
    } else {
      horizontal.push({ at: y + down, from: start + right, to: end + right })
    }
  }
  return { vertical, horizontal: horizontal.sort((a, b) => a.at - b.at) }
}

/**
 * Types the lines of a page with its ruling lines. Marks take the place of blanks and never move text: a
 * vertical rule is a bar in every line that it passes, in one column where the text leaves one free;
 * horizontal rules between two rows are one line of dashes.
 */
export function typeWithRules(
  sheet: readonly SheetLine[],
  rules: FramedRules,
  grid: Omit<Grid, 'columns'>,
): readonly TypedLine[] {
  const long = rules.horizontal.filter(({ from, to }) => to - from >= minDashes * grid.cell)
  const ruled = insertDashes(sheet, long)
  const texts = ruled.map(({ line }) => [...typeLine(line)])
  const bars = rules.vertical.map((rule): Bar => ({ rule, columns: barColumns(ruled, rule, grid) }))
  for (const { columns } of bars) for (const [i, column] of columns) put(texts[i]!, column, '|')
  const columnAt = columnFinder(ruled, bars, grid)
  for (const [i, { dashes }] of ruled.entries()) {
    for (const rule of dashes) drawDashes(texts[i]!, [columnAt(rule.from), columnAt(rule.to) - 1])
  }
  return ruled.map(({ line }, i) => ({ line, text: texts[i]!.join('') }))
}

function put(text: string[], column: number, mark: string): void {
  while (text.length <= column) text.push(' ')
  if (text[column] === ' ') text[column] = mark
}

type RuledLine = { readonly line: SheetLine; readonly dashes: readonly FramedRule[] }

/** Rules go before the first row whose base line lies below them, in the place of a blank line. */
function insertDashes(
  sheet: readonly SheetLine[],
  rules: readonly FramedRule[],
): readonly RuledLine[] {
  const rows = sheet.filter(({ kind }) => kind === 'row')
  const before = Map.groupBy(rules, ({ at }) => rows.find(({ base }) => base > at))
  const ruled: RuledLine[] = []
  for (const line of sheet) {
    const dashes = before.get(line)
    if (dashes) {
      if (ruled.at(-1)?.line.kind === 'blank') ruled.pop()
      ruled.push({ line: ruleLine(dashes), dashes })
    }
    ruled.push({ line, dashes: [] })
  }
  const last = before.get(undefined)
  if (last) ruled.push({ line: ruleLine(last), dashes: last })
  return ruled
}

function ruleLine(rules: readonly FramedRule[]): SheetLine {
  const [top, bottom] = [rules[0]!.at, rules.at(-1)!.at]
  const base = (top + bottom) / 2
  return { kind: 'rule', top, bottom, base, segments: [], columns: [] }
}

/** For each line that a vertical rule passes and that leaves it a place, the column. */
function barColumns(
  ruled: readonly RuledLine[],
  rule: FramedRule,
  grid: Omit<Grid, 'columns'>,
): ReadonlyMap<number, number> {
  const passed = [...ruled.entries()]
    .filter(([, { line }]) => passes(rule, line, grid.cell))
    .map(([i, { line }]) => ({ i, span: freeSpan(line, rule.at) }))
    .filter(({ span }) => span[0] <= span[1])
  const natural = Math.max(0, Math.round((rule.at - grid.margin) / grid.cell))
  const spans = passed.map(({ span }) => span)
  const common = intersect(spans.map(roomy)) ?? intersect(spans)
  return new Map(passed.map(({ i, span }) => [i, clamp(natural, common ?? span)]))
}

/** Rules that cross are seldom drawn exactly to each other. */
function passes(rule: FramedRule, line: SheetLine, cell: number): boolean {
  if (line.kind === 'rule') return line.bottom >= rule.from - cell && line.top <= rule.to + cell
  const middle = (line.top + line.bottom) / 2
  return middle >= rule.from && middle <= rule.to
}

/** The columns between the text before and after a place of a line. */
function freeSpan({ segments, columns }: SheetLine, at: number): Span {
  let from = 0
  for (const [i, { text, start, end }] of segments.entries()) {
    const isBefore = (start + end) / 2 < at
    if (!isBefore) return [from, columns[i]! - 1]
    from = columns[i]! + text.length
  }
  return [from, Number.POSITIVE_INFINITY]
}

/** With a blank between the bar and the text, where there is room for one. */
function roomy([from, to]: Span): Span {
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

type Bar = { readonly rule: FramedRule; readonly columns: ReadonlyMap<number, number> }

/**
 * Where the ends of horizontal rules go: to the vertical rule that they meet, or to the middle one of the
 * columns that the rows beside such an end suggest, so that rules of one width are lines of one width.
 */
function columnFinder(
  ruled: readonly RuledLine[],
  bars: readonly Bar[],
  grid: Omit<Grid, 'columns'>,
): (place: number) => number {
  const hints = [...barHints(bars), ...rowHints(ruled, grid)]
  return (place) => {
    const distance = (hint: Hint) => Math.abs(hint.place - place) / grid.cell
    const near = hints.filter((hint) => distance(hint) <= meetsWithin)
    const sure = near.filter(({ isBar }) => isBar)
    const likely = sure.length > 0 ? sure : near
    const nearest = Math.min(...likely.map(distance))
    const columns = likely
      .filter((hint) => distance(hint) <= nearest + sameWithin)
      .map(({ column }) => column)
    return columns.sort((a, b) => a - b)[columns.length >> 1] ?? 0
  }
}

type Hint = { readonly place: number; readonly column: number; readonly isBar: boolean }

function barHints(bars: readonly Bar[]): readonly Hint[] {
  return bars.flatMap(({ rule, columns }) =>
    [...columns.values()].map((column) => ({ place: rule.at, column, isBar: true })),
  )
}

function rowHints(ruled: readonly RuledLine[], grid: Omit<Grid, 'columns'>): readonly Hint[] {
  const hints: Hint[] = []
  for (const [i, { dashes }] of ruled.entries()) {
    if (dashes.length === 0) continue
    const rows = [ruled[i - 1]?.line, ruled[i + 1]?.line].filter((line) => line?.kind === 'row')
    const places = dashes.flatMap(({ from, to }) => [from, to])
    for (const place of places) {
      for (const row of rows) {
        hints.push({ place, column: Math.max(0, columnOf(row!, place, grid)), isBar: false })
      }
    }
  }
  return hints
}

/** Where a place of the page went in a row whose text may have been pushed. */
function columnOf(line: SheetLine, place: number, grid: Omit<Grid, 'columns'>): number {
  let [lastPlace, lastColumn] = [grid.margin, 0]
  for (const [i, { text, start, end }] of line.segments.entries()) {
    const column = line.columns[i]!
    const corners = [
      [start, column],
      [end, column + text.length],
    ] as const
    for (const [nextPlace, nextColumn] of corners) {
      if (place <= nextPlace) {
        const share = (place - lastPlace) / Math.max(nextPlace - lastPlace, 0.01)
        return Math.round(lastColumn + share * (nextColumn - lastColumn))
      }
      lastPlace = nextPlace
      lastColumn = nextColumn
    }
  }
  return Math.max(lastColumn, Math.round((place - grid.margin) / grid.cell))
}

function drawDashes(text: string[], [from, to]: Span): void {
  for (let column = from; column <= to; column++) put(text, column, '-')
}
