import type { DecimalMark } from '../values/parse-number.ts'
import { cellsOf, type Row, type RowCell, type Unit, weightOf } from './row-units.ts'
import { type Source, wordNumber } from './source-lines.ts'

/** Rows that a model returned for some lines of the document. */
export type GivenRows = {
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
  readonly after: number
}

export type Anchored = {
  readonly rows: readonly AnchoredRow[]
  /** Number of rows that were returned more than once and are counted once. */
  readonly doubled: number
}

/**
 * Minimum share of a row's weight that a line must support; below it the row is not from this line.
 */
const leastSupport = 0.5
/** Maximum number of lines below its first on which a row may continue. */
const reach = 3

/**
 * Finds the line of each row. Equal rows take different equal lines; a row for which no line is
 * left is a duplicate, and the more complete one of the two is used.
 */
export function findAnchors(
  source: Source,
  given: readonly GivenRows[],
  mark?: DecimalMark,
): Anchored {
  const taking: Taking = { source, owners: new Map(), rowsAt: new Map(), rows: [], doubled: 0 }
  for (const answer of given) takeAnswer(taking, answer, mark)
  return { rows: inOrder(taking.rows), doubled: taking.doubled }
}

function takeAnswer(taking: Taking, answer: GivenRows, mark: DecimalMark | undefined): void {
  const allowed = answer.lines && new Set(answer.lines)
  let pointer = answer.from
  for (const row of answer.rows) {
    const cells = cellsOf(row, mark)
    if (cells.length === 0) continue
    const found = findPlace(taking, { cells, answer, allowed, pointer })
    const line = take(taking, { row, cells, found, pointer })
    if (line !== undefined) pointer = line + 1
  }
}

/** A model may return rows of other lines than those requested. */
function findPlace(taking: Taking, sought: Sought): Found {
  const found = place(taking, sought)
  if (found || !sought.allowed) return found
  const answer = { from: 0, to: taking.source.lines.length, rows: [] }
  return place(taking, { ...sought, answer, allowed: undefined })
}

const inOrder = (rows: readonly AnchoredRow[]) =>
  rows
    .map((row, index) => ({ row, at: index }))
    .sort((a, b) => a.row.after - b.row.after || a.at - b.at)
    .map(({ row }) => row)

type Taking = {
  readonly source: Source
  /** Index of the row that owns a word, by the word's number in the document. */
  readonly owners: Map<number, number>
  readonly rowsAt: Map<number, number[]>
  readonly rows: AnchoredRow[]
  doubled: number
}

type Sought = {
  readonly cells: readonly RowCell[]
  readonly answer: GivenRows
  readonly allowed: ReadonlySet<number> | undefined
  readonly pointer: number
}

type Found = { readonly line: number; readonly isFree: boolean } | undefined

function place(taking: Taking, sought: Sought): Found {
  const units = sought.cells.flatMap((cell) => cell.units)
  const scores = scoresOf(taking.source, units, sought)
  const best = Math.max(...scores.values(), 0)
  if (best === 0) return undefined
  const alike = [...scores].filter(([, score]) => score >= best - 1e-6).map(([line]) => line)
  const whole = weightOf(sought.cells)
  const ranked = alike
    .map((line) => ({
      line,
      support: supportAround(taking.source, line, units),
      isFree: isFree(taking, line, units),
    }))
    .sort((a, b) => rank(a, b, sought.pointer))
  const [first] = ranked
  return first && first.support >= whole * leastSupport ? first : undefined
}

type Ranked = { readonly line: number; readonly support: number; readonly isFree: boolean }

/** Sorts by support; among equals a free line comes first, then the next one in the document. */
function rank(a: Ranked, b: Ranked, pointer: number): number {
  if (Math.abs(a.support - b.support) > 1e-6) return b.support - a.support
  if (a.isFree !== b.isFree) return a.isFree ? -1 : 1
  const isAfterA = a.line >= pointer
  const isAfterB = b.line >= pointer
  if (isAfterA !== isAfterB) return isAfterA ? -1 : 1
  return a.line - b.line
}

/** Returns the weight of the row's units on each line. */
function scoresOf(
  { linesOf }: Source,
  units: readonly Unit[],
  { answer: { from, to }, allowed }: Sought,
): ReadonlyMap<number, number> {
  const scores = new Map<number, number>()
  for (const { keys, weight } of units) {
    const lines = new Set(keys.flatMap((key) => within(linesOf.get(key) ?? [], from, to)))
    for (const line of lines) {
      if (!allowed || allowed.has(line)) scores.set(line, (scores.get(line) ?? 0) + weight)
    }
  }
  return scores
}

function within(lines: readonly number[], from: number, to: number): readonly number[] {
  return lines.slice(firstFrom(lines, from), firstFrom(lines, to))
}

function firstFrom(lines: readonly number[], wanted: number): number {
  let from = 0
  let to = lines.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((lines[middle] ?? 0) >= wanted) to = middle
    else from = middle + 1
  }
  return from
}

/** Returns the weight of the row's units on a line and on its continuation lines. */
function supportAround(source: Source, line: number, units: readonly Unit[]): number {
  const said = new Set<string>()
  for (let index = Math.max(line - reach, 0); index <= line + reach * 4; index++) {
    for (const { keys } of source.lines[index]?.tokens ?? []) for (const key of keys) said.add(key)
  }
  return units
    .filter(({ keys }) => keys.some((key) => said.has(key)))
    .reduce((sum, { weight }) => sum + weight, 0)
}

/** Whether most of the row's words on the line belong to no other row. */
function isFree({ source, owners }: Taking, index: number, units: readonly Unit[]): boolean {
  const line = source.lines[index]
  if (!line) return false
  const wanted = new Set(units.flatMap(({ keys }) => keys))
  let free = 0
  let owned = 0
  for (const { keys, from } of line.tokens) {
    if (!keys.some((key) => wanted.has(key))) continue
    if (owners.has(wordNumber(source, line, from))) owned += 1
    else free += 1
  }
  return free > owned
}

type Taken = Pick<Sought, 'cells' | 'pointer'> & { readonly row: Row; readonly found: Found }

/** Returns the row's line. */
function take(taking: Taking, { row, cells, found, pointer }: Taken): number | undefined {
  const { rows, rowsAt } = taking
  if (!found) {
    rows.push({ row, cells, line: undefined, after: pointer - 0.5 })
    return undefined
  }
  const { line } = found
  const there = rowsAt.get(line) ?? []
  if (found.isFree) {
    own(taking, line, cells, rows.length)
    rowsAt.set(line, [...there, rows.length])
    rows.push({ row, cells, line, after: line })
    return line
  }
  taking.doubled += 1
  const [known] = there
  const before = known === undefined ? undefined : rows[known]
  if (known !== undefined && before && saidBy(cells) > saidBy(before.cells)) {
    own(taking, line, cells, known)
    rows[known] = { ...before, row, cells }
  }
  return line
}

/** Counts the words and numbers of a row; texts count with all their words. */
const saidBy = (cells: readonly RowCell[]) =>
  cells.reduce((sum, { units }) => sum + units.length, 0)

function own(
  { source, owners }: Taking,
  index: number,
  cells: readonly RowCell[],
  row: number,
): void {
  const line = source.lines[index]
  if (!line) return
  const wanted = new Set(cells.flatMap(({ units }) => units.flatMap(({ keys }) => keys)))
  for (const { keys, from, to } of line.tokens) {
    if (!keys.some((key) => wanted.has(key))) continue
    for (let word = from; word < to; word++) {
      const number = wordNumber(source, line, word)
      if (!owners.has(number)) owners.set(number, row)
    }
  }
}
