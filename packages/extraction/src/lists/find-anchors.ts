import type { DecimalMark } from '../values/parse-number.ts'
import { cellsOf, type Row, type RowCell, type Unit, weightOf } from './row-units.ts'
import { type Source, wordNumber } from './source-lines.ts'

/** What a model gave for some lines of the document. */
export type GivenRows = {
  readonly from: number
  /** The line after the last. */
  readonly to: number
  /** Only these, where some are asked for again. */
  readonly lines?: readonly number[] | undefined
  readonly rows: readonly Row[]
}

/** A row with the line that it stands on. */
export type AnchoredRow = {
  readonly row: Row
  readonly cells: readonly RowCell[]
  /** `undefined` when the document says less than half of it near any line. */
  readonly line: number | undefined
  /** Keeps rows without a line after the one that came before them. */
  readonly after: number
}

export type Anchored = {
  readonly rows: readonly AnchoredRow[]
  /** Rows that came more than once and are kept once. */
  readonly doubled: number
}

/** Of a row's weight; below that it stands elsewhere or nowhere. */
const leastSupport = 0.5
/** Lines below its first that a row may go on in. */
const reach = 3

/**
 * Finds the line of each row. Rows that are alike take lines that are alike, one each; a row for which
 * no line is left is the same row once more, and the fuller one is kept.
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

/** A model that is asked for some lines again may give others too. */
function findPlace(taking: Taking, sought: Sought): Found {
  const found = place(taking, sought)
  if (found || !sought.allowed) return found
  const answer = { from: 0, to: taking.source.lines.length, rows: [] }
  return place(taking, { ...sought, answer, allowed: undefined })
}

const inOrder = (rows: readonly AnchoredRow[]) =>
  rows
    .map((row, at) => ({ row, at }))
    .sort((a, b) => a.row.after - b.row.after || a.at - b.at)
    .map(({ row }) => row)

type Taking = {
  readonly source: Source
  /** The number of the row that a word of a line belongs to. */
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

/** Best supported first; of equals the one that is free, and of those the next one in the document. */
function rank(a: Ranked, b: Ranked, pointer: number): number {
  if (Math.abs(a.support - b.support) > 1e-6) return b.support - a.support
  if (a.isFree !== b.isFree) return a.isFree ? -1 : 1
  const [isAfterA, isAfterB] = [a.line >= pointer, b.line >= pointer]
  if (isAfterA !== isAfterB) return isAfterA ? -1 : 1
  return a.line - b.line
}

/** How much of the row each line says. */
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
  let [from, to] = [0, lines.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((lines[middle] ?? 0) >= wanted) to = middle
    else from = middle + 1
  }
  return from
}

/** How much of the row stands on the line and on those around it, where it may go on. */
function supportAround(source: Source, line: number, units: readonly Unit[]): number {
  const said = new Set<string>()
  for (let at = Math.max(line - reach, 0); at <= line + reach * 4; at++) {
    for (const { keys } of source.lines[at]?.tokens ?? []) for (const key of keys) said.add(key)
  }
  return units
    .filter(({ keys }) => keys.some((key) => said.has(key)))
    .reduce((sum, { weight }) => sum + weight, 0)
}

/** Whether most of what the line says of the row belongs to no other row. */
function isFree({ source, owners }: Taking, at: number, units: readonly Unit[]): boolean {
  const line = source.lines[at]
  if (!line) return false
  const wanted = new Set(units.flatMap(({ keys }) => keys))
  let [free, owned] = [0, 0]
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

/** How many words and numbers a row says, of a text all. */
const saidBy = (cells: readonly RowCell[]) =>
  cells.reduce((sum, { units }) => sum + units.length, 0)

function own({ source, owners }: Taking, at: number, cells: readonly RowCell[], row: number): void {
  const line = source.lines[at]
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
