import type { DecimalMark } from '../values/decimal-mark.ts'
import { type Row, type RowCell, toRowCells, type Unit, weightOf } from './row-units.ts'
import { type Source, wordNumber } from './source-lines.ts'

/** Rows that a model returned for some lines of the document. */
export type ModelRows = {
  readonly from: number
  /** Index after the last line. */
  readonly to: number
  /** Lines to which a repeated request was limited. */
  readonly lines?: readonly number[] | undefined
  readonly rows: readonly Row[]
}

/** Row with the line that it was found on. */
export type AnchoredRow = {
  readonly row: Row
  readonly cells: readonly RowCell[]
  /** `undefined` when no line and its neighbors contain at least half of the row. */
  readonly line: number | undefined
  /** Sort key that places rows without a line after the row that came before them. */
  readonly sortKey: number
}

export type AnchoredRows = {
  readonly rows: readonly AnchoredRow[]
  /** Number of rows that were returned more than once and are counted once. */
  readonly duplicateCount: number
}

/**
 * Minimum share of a row's weight that a line must support; below it the row is not from this line.
 */
const minSupport = 0.5
/** Maximum number of lines below its first on which a row may continue. */
const maxContinuationLines = 3

/**
 * Finds the line of each row. Equal rows take different equal lines; a row for which no line is
 * left is a duplicate, and the more complete one of the two is used.
 */
export function anchorRows(
  source: Source,
  batches: readonly ModelRows[],
  mark?: DecimalMark,
): AnchoredRows {
  const state: AnchorState = {
    source,
    owners: new Map(),
    rowsByLine: new Map(),
    rows: [],
    duplicateCount: 0,
  }
  for (const batch of batches) anchorBatch(state, batch, mark)
  return { rows: sortRows(state.rows), duplicateCount: state.duplicateCount }
}

function anchorBatch(state: AnchorState, batch: ModelRows, mark: DecimalMark | undefined): void {
  const allowedLines = batch.lines && new Set(batch.lines)
  let pointer = batch.from
  for (const row of batch.rows) {
    const cells = toRowCells(row, mark)
    if (cells.length === 0) continue
    const match = findLine(state, { cells, batch, allowedLines, pointer })
    const line = addRow(state, { row, cells, match, pointer })
    if (line !== undefined) pointer = line + 1
  }
}

/**
 * Finds the line of a row, first among the requested lines and then among all, because a model may
 * return rows of other lines.
 */
function findLine(state: AnchorState, search: LineSearch): LineMatch {
  const match = findBestLine(state, search)
  if (match || !search.allowedLines) return match
  const batch = { from: 0, to: state.source.lines.length, rows: [] }
  return findBestLine(state, { ...search, batch, allowedLines: undefined })
}

const sortRows = (rows: readonly AnchoredRow[]) =>
  rows
    .map((row, index) => ({ row, index }))
    .sort((a, b) => a.row.sortKey - b.row.sortKey || a.index - b.index)
    .map(({ row }) => row)

type AnchorState = {
  readonly source: Source
  /** Index of the row that owns a word, by the word's number in the document. */
  readonly owners: Map<number, number>
  readonly rowsByLine: Map<number, number[]>
  readonly rows: AnchoredRow[]
  duplicateCount: number
}

type LineSearch = {
  readonly cells: readonly RowCell[]
  readonly batch: ModelRows
  readonly allowedLines: ReadonlySet<number> | undefined
  readonly pointer: number
}

type LineMatch = { readonly line: number; readonly isFree: boolean } | undefined

function findBestLine(state: AnchorState, search: LineSearch): LineMatch {
  const units = search.cells.flatMap((cell) => cell.units)
  const scores = scoreLines(state.source, units, search)
  const best = Math.max(...scores.values(), 0)
  if (best === 0) return undefined
  const bestLines = [...scores].filter(([, score]) => score >= best - 1e-6).map(([line]) => line)
  const whole = weightOf(search.cells)
  const rankedLines = bestLines
    .map((line) => ({
      line,
      support: computeSupport(state.source, line, units),
      isFree: isMostlyUnclaimed(state, line, units),
    }))
    .sort((a, b) => compareLines(a, b, search.pointer))
  const [first] = rankedLines
  return first && first.support >= whole * minSupport ? first : undefined
}

type RankedLine = { readonly line: number; readonly support: number; readonly isFree: boolean }

/** Sorts by support; among equals a free line comes first, then the next one in the document. */
function compareLines(a: RankedLine, b: RankedLine, pointer: number): number {
  if (Math.abs(a.support - b.support) > 1e-6) return b.support - a.support
  if (a.isFree !== b.isFree) return a.isFree ? -1 : 1
  const isAfterA = a.line >= pointer
  const isAfterB = b.line >= pointer
  if (isAfterA !== isAfterB) return isAfterA ? -1 : 1
  return a.line - b.line
}

/** Returns the weight of the row's units on each line. */
function scoreLines(
  { linesByKey }: Source,
  units: readonly Unit[],
  { batch: { from, to }, allowedLines }: LineSearch,
): ReadonlyMap<number, number> {
  const scores = new Map<number, number>()
  for (const { lineKeys, weight } of units) {
    const lines = new Set(
      lineKeys.flatMap((key) => linesWithin(linesByKey.get(key) ?? [], from, to)),
    )
    for (const line of lines) {
      if (!allowedLines || allowedLines.has(line))
        scores.set(line, (scores.get(line) ?? 0) + weight)
    }
  }
  return scores
}

function linesWithin(lines: readonly number[], from: number, to: number): readonly number[] {
  return lines.slice(findLowerBound(lines, from), findLowerBound(lines, to))
}

function findLowerBound(lines: readonly number[], target: number): number {
  let from = 0
  let to = lines.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((lines[middle] ?? 0) >= target) to = middle
    else from = middle + 1
  }
  return from
}

/** Returns the weight of the row's units on a line and on its continuation lines. */
function computeSupport(source: Source, line: number, units: readonly Unit[]): number {
  const nearbyKeys = new Set<string>()
  for (
    let index = Math.max(line - maxContinuationLines, 0);
    index <= line + maxContinuationLines * 4;
    index++
  ) {
    for (const { keys } of source.lines[index]?.tokens ?? [])
      for (const key of keys) nearbyKeys.add(key)
  }
  return units
    .filter(({ lineKeys }) => lineKeys.some((key) => nearbyKeys.has(key)))
    .reduce((sum, { weight }) => sum + weight, 0)
}

/** Whether most of the row's words on the line belong to no other row. */
function isMostlyUnclaimed(
  { source, owners }: AnchorState,
  index: number,
  units: readonly Unit[],
): boolean {
  const line = source.lines[index]
  if (!line) return false
  const rowKeys = new Set(units.flatMap(({ lineKeys }) => lineKeys))
  let freeCount = 0
  let ownedCount = 0
  for (const { keys, from } of line.tokens) {
    if (!keys.some((key) => rowKeys.has(key))) continue
    if (owners.has(wordNumber(source, line, from))) ownedCount += 1
    else freeCount += 1
  }
  return freeCount > ownedCount
}

type RowToAdd = Pick<LineSearch, 'cells' | 'pointer'> & {
  readonly row: Row
  readonly match: LineMatch
}

/** Adds a row, unless it is a duplicate; returns its line. */
function addRow(state: AnchorState, { row, cells, match, pointer }: RowToAdd): number | undefined {
  const { rows, rowsByLine } = state
  if (!match) {
    rows.push({ row, cells, line: undefined, sortKey: pointer - 0.5 })
    return undefined
  }
  const { line } = match
  const rowsOnLine = rowsByLine.get(line) ?? []
  if (match.isFree) {
    claimWords(state, line, cells, rows.length)
    rowsByLine.set(line, [...rowsOnLine, rows.length])
    rows.push({ row, cells, line, sortKey: line })
    return line
  }
  state.duplicateCount += 1
  const [existingIndex] = rowsOnLine
  const existingRow = existingIndex === undefined ? undefined : rows[existingIndex]
  if (
    existingIndex !== undefined &&
    existingRow &&
    countUnits(cells) > countUnits(existingRow.cells)
  ) {
    claimWords(state, line, cells, existingIndex)
    rows[existingIndex] = { ...existingRow, row, cells }
  }
  return line
}

/** Counts the words and numbers of a row; texts count with all their words. */
const countUnits = (cells: readonly RowCell[]) =>
  cells.reduce((sum, { units }) => sum + units.length, 0)

function claimWords(
  { source, owners }: AnchorState,
  index: number,
  cells: readonly RowCell[],
  row: number,
): void {
  const line = source.lines[index]
  if (!line) return
  const rowKeys = new Set(cells.flatMap(({ units }) => units.flatMap(({ lineKeys }) => lineKeys)))
  for (const { keys, from, to } of line.tokens) {
    if (!keys.some((key) => rowKeys.has(key))) continue
    for (let word = from; word < to; word++) {
      const number = wordNumber(source, line, word)
      if (!owners.has(number)) owners.set(number, row)
    }
  }
}
