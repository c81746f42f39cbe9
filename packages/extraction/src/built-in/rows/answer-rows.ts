import { type AnyNumber, approximate, isAnyNumber } from '@recto/exact-json/exact-number'
import type { Evidence, EvidenceTree, Json, Match } from '@recto/provider-spec/answer'
import { type Passage, toEvidence } from '../../align/passage.ts'
import type { DecimalMark } from '../../values/decimal-mark.ts'
import { findDates } from '../../values/parse-date.ts'
import { parseExactNumber } from '../../values/parse-number.ts'
import type { FoundRows } from '../found-rows.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import { readDayWithoutYear } from './days-without-year.ts'

/** Facts about a column, for the confidence of its values. */
type ColumnFacts = {
  /** Whether the heading is a requested or known one. */
  readonly isKnown: boolean
  /** Whether its numbers add up to a total in the document. */
  readonly addsUp: boolean
}

export type AnsweredRows = {
  readonly columns: readonly string[]
  readonly values: readonly { readonly [column: string]: Json }[]
  readonly evidence: readonly { readonly [column: string]: EvidenceTree }[]
  readonly facts: ReadonlyMap<string, ColumnFacts>
}

/** Minimum share of numbers in a column for its values to be returned as numbers. */
const minShare = 0.7

/** A time of the day as many languages write it: `7.45`. */
const timeOfDay = /^(?:[01]?\d|2[0-4])[.:][0-5]\d$/u

type ColumnReading = 'number' | 'date' | 'text'

/** A box beside the name of an option. */
const checkbox = /^(?:\[[ xX✓✗]?\]|[☐☑☒])\s+(?=\S)/u

/** A dash in a cell says that it is empty. */
const dropDash = (texts: readonly Passage[]): readonly Passage[] =>
  texts.every(({ text }) => /^[-–—‒−]{1,3}$/u.test(text.trim())) ? [] : texts

const emptyCell: AnsweredCell = { value: null, evidence: null }

/**
 * Converts the cells to values with evidence: numbers and dates in columns that contain them,
 * otherwise the printed text.
 */
export function answerRows(preparedDocument: PreparedDocument, foundRows: FoundRows): AnsweredRows {
  const rows = foundRows.rows.map((row) => row.map(dropDash))
  const readings = foundRows.columns.map((column, columnIndex) =>
    chooseReading(
      preparedDocument,
      column,
      rows.map((row) => row[columnIndex] ?? []),
    ),
  )
  const cells = rows.map((row) =>
    foundRows.columns.map((_, columnIndex) =>
      answerCell(preparedDocument, row[columnIndex] ?? [], readings[columnIndex] ?? 'text'),
    ),
  )
  const byName = <T>(row: (typeof cells)[number], part: (cell: AnsweredCell) => T) =>
    Object.fromEntries(
      foundRows.columns.map(({ name }, columnIndex) => [name, part(row[columnIndex] ?? emptyCell)]),
    )
  return {
    columns: foundRows.columns.map(({ name }) => name),
    values: cells.map((row) => byName(row, ({ value }) => value)),
    evidence: cells.map((row) => byName(row, ({ evidence }) => evidence)),
    facts: new Map(
      foundRows.columns.map(({ name, isKnown }, columnIndex) => {
        const values = cells.map((row) => row[columnIndex]?.value ?? null)
        return [name, { isKnown, addsUp: matchesTotal(values, foundRows.totals) }]
      }),
    ),
  }
}

type AnsweredCell = { readonly value: Json; readonly evidence: EvidenceTree }

function chooseReading(
  preparedDocument: PreparedDocument,
  { isOfNames, isOfTimes, isOfDays }: FoundRows['columns'][number],
  cells: readonly (readonly Passage[])[],
): ColumnReading {
  if (isOfNames) return 'text'
  const filledCells = cells.filter((texts) => texts.length > 0)
  const share = (holds: (text: string) => boolean) =>
    filledCells.filter(
      ([first, ...otherTexts]) => first && otherTexts.length === 0 && holds(first.text),
    ).length / Math.max(1, filledCells.length)
  const isDay = (text: string) =>
    (isOfDays ? readDay : parseWholeDay)(preparedDocument, text) !== undefined
  if (share(isDay) >= minShare) return 'date'
  if (isOfTimes && share((text) => timeOfDay.test(text)) === 1) return 'text'
  if (filledCells.some(([first]) => /^0\d/.test(first?.text ?? ''))) return 'text'
  const isNumber = (text: string) => parseQuantity(text, preparedDocument.decimalMark) !== undefined
  return share(isNumber) >= minShare ? 'number' : 'text'
}

/** A unit after a number: `Stk`, `ct/kWh`, `%`; a single letter can be part of a name: `14A`. */
const unit = /(?:(?<=\d)\s?%|(?<=\d)p|\s\p{L}[\p{L}\d.²³/()-]{0,14}(?:\s\p{L}{1,8}\.?)?)$/u

/** Parses a number with or without a unit behind it. */
function parseQuantity(text: string, mark: DecimalMark | undefined): AnyNumber | undefined {
  const number = parseExactNumber(text, mark)
  if (number !== undefined) return number
  const end = text.trim().search(unit)
  return end <= 0 ? undefined : parseExactNumber(text.trim().slice(0, end), mark)
}

function parseWholeDay(preparedDocument: PreparedDocument, text: string): string | undefined {
  const [date] = findDates(text, preparedDocument.dateOrder)
  return date?.start === 0 && date.end === text.trim().length ? date.iso : undefined
}

/** Reads a day in a column of days, even one without its year. */
const readDay = (preparedDocument: PreparedDocument, text: string): string | undefined =>
  parseWholeDay(preparedDocument, text) ?? readDayWithoutYear(preparedDocument, text)

function answerCell(
  preparedDocument: PreparedDocument,
  texts: readonly Passage[],
  reading: ColumnReading,
): AnsweredCell {
  if (texts.length === 0) return emptyCell
  const printedText = texts
    .map(({ text }) => text)
    .join('\n')
    .replace(checkbox, '')
  const value = readCellText(preparedDocument, printedText, reading) ?? printedText
  const match = String(value) === printedText ? 'exact' : 'normalised'
  return { value, evidence: getCellEvidence(preparedDocument, texts, match) }
}

function readCellText(
  preparedDocument: PreparedDocument,
  text: string,
  reading: ColumnReading,
): AnyNumber | string | undefined {
  if (reading === 'number') return parseQuantity(text, preparedDocument.decimalMark)
  return reading === 'date' ? readDay(preparedDocument, text) : undefined
}

/** One piece of evidence for each page that the cell extends over. */
function getCellEvidence(
  { document }: PreparedDocument,
  texts: readonly Passage[],
  match: Match,
): readonly Evidence[] {
  const pages = Map.groupBy(texts, ({ page }) => page)
  return [...pages].map(([page, textsOfPage]) =>
    toEvidence(document, { page, words: textsOfPage.flatMap(({ words }) => words) }, match),
  )
}

function matchesTotal(values: readonly Json[], totals: readonly number[]): boolean {
  const numbers = values.filter((value) => isAnyNumber(value)).map(approximate)
  if (numbers.length < 2) return false
  const sum = numbers.reduce((all, one) => all + one, 0)
  return totals.some((total) => Math.abs(total - sum) < 0.005 + 1e-9 * Math.abs(sum))
}
