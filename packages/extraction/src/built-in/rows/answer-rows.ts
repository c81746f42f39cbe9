import type { Evidence, EvidenceTree, Json, Match } from '@recto/provider-spec/answer'
import { evidenceOf, type Passage } from '../../align/passage.ts'
import { findDates } from '../../values/parse-date.ts'
import { wholeNumber } from '../../values/parse-number.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import type { FoundRows } from './found-rows.ts'

/** What is known of a column of an answer beside its values. */
type ColumnFacts = {
  /** Its heading is one that is asked for, or one that is known. */
  readonly isKnown: boolean
  /** Its numbers amount to a sum that the document states. */
  readonly addsUp: boolean
}

export type AnsweredRows = {
  readonly columns: readonly string[]
  readonly values: readonly { readonly [column: string]: Json }[]
  readonly evidence: readonly { readonly [column: string]: EvidenceTree }[]
  readonly facts: ReadonlyMap<string, ColumnFacts>
}

/** Of the texts of a column: from so many of them on that are numbers, all that are numbers are given as such. */
const numberShare = 0.7

type Reading = 'number' | 'date' | 'text'

/** The cells as values with their places: numbers and days where a column holds such, else texts as written. */
export function answerRows(prepared: PreparedDocument, found: FoundRows): AnsweredRows {
  const readings = found.columns.map((_, at) =>
    readingOf(
      prepared,
      found.rows.map((row) => row[at] ?? []),
    ),
  )
  const cells = found.rows.map((row) =>
    found.columns.map((_, at) => answerCell(prepared, row[at] ?? [], readings[at] ?? 'text')),
  )
  const byName = <T>(row: (typeof cells)[number], part: (cell: Cell) => T) =>
    Object.fromEntries(found.columns.map(({ name }, at) => [name, part(row[at] ?? empty)]))
  return {
    columns: found.columns.map(({ name }) => name),
    values: cells.map((row) => byName(row, ({ value }) => value)),
    evidence: cells.map((row) => byName(row, ({ evidence }) => evidence)),
    facts: new Map(
      found.columns.map(({ name, isKnown }, at) => {
        const values = cells.map((row) => row[at]?.value ?? null)
        return [name, { isKnown, addsUp: addsUp(values, found.totals) }]
      }),
    ),
  }
}

type Cell = { readonly value: Json; readonly evidence: EvidenceTree }
const empty: Cell = { value: null, evidence: null }

function readingOf(prepared: PreparedDocument, cells: readonly (readonly Passage[])[]): Reading {
  const filled = cells.filter((texts) => texts.length > 0)
  const share = (holds: (text: string) => boolean) =>
    filled.filter(([first, ...more]) => first && more.length === 0 && holds(first.text)).length /
    Math.max(1, filled.length)
  if (share((text) => wholeDay(prepared, text) !== undefined) >= numberShare) return 'date'
  if (filled.some(([first]) => /^0\d/.test(first?.text ?? ''))) return 'text'
  const isNumber = (text: string) => wholeNumber(text, prepared.decimalMark) !== undefined
  return share(isNumber) >= numberShare ? 'number' : 'text'
}

function wholeDay({ dateOrder }: PreparedDocument, text: string): string | undefined {
  const [found] = findDates(text, dateOrder)
  return found?.start === 0 && found.end === text.trim().length ? found.iso : undefined
}

function answerCell(prepared: PreparedDocument, texts: readonly Passage[], reading: Reading): Cell {
  if (texts.length === 0) return empty
  const written = texts.map(({ text }) => text).join('\n')
  const read =
    reading === 'number'
      ? wholeNumber(written, prepared.decimalMark)
      : reading === 'date'
        ? wholeDay(prepared, written)
        : undefined
  const value = read ?? written
  const match = String(value) === written ? 'exact' : 'normalised'
  return { value, evidence: evidenceFor(prepared, texts, match) }
}

/** One place for each page on which the cell stands. */
function evidenceFor(
  { document }: PreparedDocument,
  texts: readonly Passage[],
  match: Match,
): readonly Evidence[] {
  const pages = Map.groupBy(texts, ({ page }) => page)
  return [...pages].map(([page, own]) =>
    evidenceOf(document, { page, words: own.flatMap(({ words }) => words) }, match),
  )
}

function addsUp(values: readonly Json[], totals: readonly number[]): boolean {
  const numbers = values.filter((value) => typeof value === 'number')
  if (numbers.length < 2) return false
  const sum = numbers.reduce((all, one) => all + one, 0)
  return totals.some((total) => Math.abs(total - sum) < 0.005 + 1e-9 * Math.abs(sum))
}
