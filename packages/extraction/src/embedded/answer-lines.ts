import {
  type EmbeddedData,
  type EmbeddedLine,
  type EmbeddedProblem,
  type EmbeddedValue,
  nameOfEmbedded,
} from '@recto/document-text/embedded'
import type { DocumentText } from '@recto/document-text/model'
import { isAnyNumber } from '@recto/exact-json/exact-number'
import { omitUndefined } from '@recto/omit-undefined'
import {
  type Answer,
  type Evidence,
  isListType,
  type ListReport,
  type Question,
} from '@recto/provider-spec/answer'
import type { Explanation } from '@recto/provider-spec/explanation'
import { findLineColumns, type LineColumn } from './line-columns.ts'
import { findField, getLineValue, hasNoUnitPrice, type LineValue } from './line-values.ts'
import { findAmountContradiction, findPrintedLines } from './lines-in-print.ts'
import { areSameValues } from './typed-embedded.ts'

type EmbeddedListAnswer = Answer & { readonly note?: string }

const confidences = { confirmed: 0.99, alone: 0.95, contradicted: 0.5 }
const maxListedContradictions = 5

/**
 * Answers a question for the lines of an e-invoice from its data, when every requested column means
 * a field of the lines; otherwise returns `undefined`. The evidence of each cell names its source,
 * then its printed position; a second e-invoice, the print or the data's own sums that contradict
 * it follow as contradicting evidence.
 */
export function answerLines(
  document: DocumentText,
  data: EmbeddedData,
  question: Question,
): EmbeddedListAnswer | undefined {
  const [lines, ...otherSources] = groupBySource(data.lines ?? [])
  if (!lines || !isListType(question.type) || lines.some(hasNoUnitPrice)) return undefined
  const hasTerm = (term: string) => lines.some((line) => findField(line, term))
  const columns = findLineColumns(question, hasTerm)
  if (!columns?.every(({ term }) => hasTerm(term))) return undefined
  const values = lines.map((line) => columns.map((column) => getLineValue(line, column, columns)))
  const { printedLines, report } = findPrintedLines(document, { question, columns, values })
  const cells = lines.map((line, index) =>
    columns.map((column, i): Cell => {
      const value = values[index]?.[i]
      const getOtherValue = (otherLine: EmbeddedLine | undefined) =>
        otherLine && getLineValue(otherLine, column, columns)
      const contradictions = [
        ...otherSources.flatMap((otherLines) =>
          findContradiction(getOtherValue(otherLines[index]), value),
        ),
        ...(index === lines.length - 1 && i === 0
          ? otherSources.flatMap(createLengthComparison(lines))
          : []),
        ...toProblemEvidence(data, line, { index, term: column.term }),
        ...findAmountContradiction(document, {
          line,
          columns,
          column,
          printedRow: printedLines[index],
        }),
      ]
      return {
        name: column.name,
        value,
        printedEvidence: printedLines[index]?.[column.name] ?? [],
        contradictions,
      }
    }),
  )
  return toListAnswer(document, { question, columns, cells, report })
}

type Cell = {
  readonly name: string
  readonly value: LineValue | undefined
  readonly printedEvidence: readonly Evidence[]
  readonly contradictions: readonly Evidence[]
}

const groupBySource = (lines: readonly EmbeddedLine[]): readonly (readonly EmbeddedLine[])[] => [
  ...Map.groupBy(lines, ({ source, place }) => `${source}/${place.attachment ?? ''}`).values(),
]

const toDataEvidence = (value: EmbeddedValue, firstPage: number): Evidence => ({
  page: value.place.page ?? firstPage,
  boxes: [],
  quote: value.value,
  match: 'exact',
  source: nameOfEmbedded(value),
})

/** A computed unit price is derived from the price of a quantity and from that quantity. */
function toValueEvidence(
  { sources, sourceValue }: LineValue,
  firstPage: number,
): readonly Evidence[] {
  const evidence = sources.map((value) => toDataEvidence(value, firstPage))
  return sourceValue === undefined
    ? evidence
    : evidence.map((position) => ({ ...position, match: 'derived' }))
}

function findContradiction(
  otherValue: LineValue | undefined,
  value: LineValue | undefined,
): readonly Evidence[] {
  if (!otherValue || !value) return []
  const type = isAnyNumber(value.value) ? 'number' : 'text'
  if (areSameValues(type, otherValue.value, value.value)) return []
  return toValueEvidence(otherValue, 0).map((evidence) => ({ ...evidence, contradicts: true }))
}

/** Compares the numbers of lines of two sources; a difference is shown once, in the last line. */
const createLengthComparison =
  (lines: readonly EmbeddedLine[]) =>
  (otherLines: readonly EmbeddedLine[]): readonly Evidence[] => {
    const [first] = otherLines
    if (!first || otherLines.length === lines.length) return []
    const quote = `${otherLines.length} ${otherLines.length === 1 ? 'line' : 'lines'}`
    const source = nameOfEmbedded(first)
    return [{ page: 0, boxes: [], quote, match: 'exact', source, contradicts: true }]
  }

type LinePosition = { readonly index: number; readonly term: string }

const toProblemEvidence = (
  data: EmbeddedData,
  line: EmbeddedLine,
  position: LinePosition,
): readonly Evidence[] =>
  data.problems
    .filter((problem) => isAbout(problem, line, position))
    .map(({ source = '', text }) => ({
      page: 0,
      boxes: [],
      quote: text,
      match: 'exact',
      source,
      contradicts: true,
    }))

const isAbout = (
  problem: EmbeddedProblem,
  { source, place }: EmbeddedLine,
  position: LinePosition,
) =>
  problem.terms?.includes(position.term) === true &&
  problem.source === source &&
  problem.place.attachment === place.attachment &&
  (problem.line === undefined || problem.line === position.index)

type ListAnswerParts = {
  readonly question: Question
  readonly columns: readonly LineColumn[]
  readonly cells: readonly (readonly Cell[])[]
  readonly report: ListReport
}

function toListAnswer(document: DocumentText, parts: ListAnswerParts): EmbeddedListAnswer {
  const { question, columns, cells, report } = parts
  const firstPage = document.pages[0]?.number ?? 0
  const headers = columns.map(({ name }) => name)
  const rows = cells.map((row) =>
    Object.fromEntries(row.map(({ name, value }) => [name, value?.value ?? null])),
  )
  const positions = cells.map((row) =>
    Object.fromEntries(row.map((cell) => [cell.name, toCellEvidence(cell, firstPage)])),
  )
  const scores = cells.map((row) =>
    Object.fromEntries(row.map((cell) => [cell.name, getCellConfidence(cell)])),
  )
  const allCells = cells.flat()
  const contradictions = allCells.flatMap((cell) => cell.contradictions)
  const whole = Math.min(...allCells.map((cell) => getCellConfidence(cell) ?? 1))
  const [source] = allCells.flatMap(({ value }) => value?.sources ?? [])
  const isTable = question.type === 'table'
  return {
    key: question.key,
    value: isTable ? { column_headers: headers, rows } : rows,
    evidence: isTable ? { column_headers: null, rows: positions } : positions,
    confidence: {
      whole,
      parts: isTable ? { column_headers: null, rows: scores } : scores,
      words: null,
    },
    report,
    ...omitUndefined({
      explanation: source && explainEmbedded(source),
      note: contradictions.length > 0 ? describeContradictions(contradictions) : undefined,
    }),
  }
}

/** Explains that an answer is taken from embedded data. */
export function explainEmbedded(value: EmbeddedValue): Explanation {
  return { found: [{ kind: 'embedded', source: nameOfEmbedded(value) }] }
}

function toCellEvidence(
  { value, printedEvidence, contradictions }: Cell,
  firstPage: number,
): readonly Evidence[] | null {
  if (!value) return null
  return [...toValueEvidence(value, firstPage), ...printedEvidence, ...contradictions]
}

function getCellConfidence({ value, printedEvidence, contradictions }: Cell): number | null {
  if (!value) return null
  if (contradictions.length > 0) return confidences.contradicted
  return printedEvidence.length > 0 ? confidences.confirmed : confidences.alone
}

function describeContradictions(contradictions: readonly Evidence[]): string {
  const statements = contradictions.map(({ source, page, quote }) =>
    source ? `${source} says “${quote}”` : `page ${page + 1} says “${quote}”`,
  )
  const distinctStatements = [...new Set(statements)].slice(0, maxListedContradictions)
  return `The value is contradicted: ${distinctStatements.join(', ')}.`
}
