import {
  type EmbeddedData,
  type EmbeddedLine,
  type EmbeddedProblem,
  type EmbeddedValue,
  nameOfEmbedded,
} from '@recto/document-text/embedded'
import type { DocumentText } from '@recto/document-text/model'
import { omitUndefined } from '@recto/omit-undefined'
import {
  type Answer,
  type Evidence,
  isListType,
  type ListReport,
  type Question,
} from '@recto/provider-spec/answer'
import type { Explanation } from '@recto/provider-spec/explanation'
import { type LineColumn, lineColumns } from './line-columns.ts'
import { fieldOf, hasNoUnitPrice, type LineValue, valueIn } from './line-values.ts'
import { contradictionInPrint, linesInPrint } from './lines-in-print.ts'
import { saysSame } from './typed-embedded.ts'

type ListAnswer = Answer & { readonly note?: string }

const confidences = { confirmed: 0.99, alone: 0.95, contradicted: 0.5 }
const maxContradictionsNamed = 5

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
): ListAnswer | undefined {
  const columns = lineColumns(question)
  const [lines, ...others] = bySource(data.lines ?? [])
  if (!columns || !lines || !isListType(question.type)) return undefined
  if (lines.some(hasNoUnitPrice)) return undefined
  const isSaid = ({ term }: LineColumn) => lines.some((line) => fieldOf(line, term))
  if (!columns.every(isSaid)) return undefined
  const values = lines.map((line) => columns.map((column) => valueIn(line, column, columns)))
  const { printed, report } = linesInPrint(document, { question, columns, values })
  const cells = lines.map((line, index) =>
    columns.map((column, i): Cell => {
      const value = values[index]?.[i]
      const said = (other: EmbeddedLine | undefined) => other && valueIn(other, column, columns)
      const against = [
        ...others.flatMap((other) => contradictionIn(said(other[index]), value)),
        ...(index === lines.length - 1 && i === 0 ? others.flatMap(ofAnotherLength(lines)) : []),
        ...problemsWith(data, line, { at: index, term: column.term }),
        ...contradictionInPrint(document, { line, columns, column, printed: printed[index] }),
      ]
      return { name: column.name, value, printed: printed[index]?.[column.name] ?? [], against }
    }),
  )
  return presented(document, { question, columns, cells, report })
}

type Cell = {
  readonly name: string
  readonly value: LineValue | undefined
  readonly printed: readonly Evidence[]
  readonly against: readonly Evidence[]
}

const bySource = (lines: readonly EmbeddedLine[]): readonly (readonly EmbeddedLine[])[] => [
  ...Map.groupBy(lines, ({ source, place }) => `${source}/${place.attachment ?? ''}`).values(),
]

const evidenceOfData = (value: EmbeddedValue, firstPage: number): Evidence => ({
  page: value.place.page ?? firstPage,
  boxes: [],
  quote: value.value,
  match: 'exact',
  source: nameOfEmbedded(value),
})

/** A unit price follows from the price of a quantity and that quantity. */
function evidenceOfValue({ said, written }: LineValue, firstPage: number): readonly Evidence[] {
  const evidence = said.map((value) => evidenceOfData(value, firstPage))
  return written === undefined ? evidence : evidence.map((one) => ({ ...one, match: 'derived' }))
}

function contradictionIn(
  other: LineValue | undefined,
  value: LineValue | undefined,
): readonly Evidence[] {
  if (!other || !value) return []
  const type = typeof value.value === 'number' ? 'number' : 'text'
  if (saysSame(type, other.value, value.value)) return []
  return evidenceOfValue(other, 0).map((one) => ({ ...one, contradicts: true }))
}

/** Shown once, at the end of the shorter list. */
const ofAnotherLength =
  (lines: readonly EmbeddedLine[]) =>
  (other: readonly EmbeddedLine[]): readonly Evidence[] => {
    const [first] = other
    if (!first || other.length === lines.length) return []
    const quote = `${other.length} ${other.length === 1 ? 'line' : 'lines'}`
    const source = nameOfEmbedded(first)
    return [{ page: 0, boxes: [], quote, match: 'exact', source, contradicts: true }]
  }

type OfLine = { readonly at: number; readonly term: string }

const problemsWith = (data: EmbeddedData, line: EmbeddedLine, of: OfLine): readonly Evidence[] =>
  data.problems
    .filter((problem) => isAbout(problem, line, of))
    .map(({ source = '', text }) => ({
      page: 0,
      boxes: [],
      quote: text,
      match: 'exact',
      source,
      contradicts: true,
    }))

const isAbout = (problem: EmbeddedProblem, { source, place }: EmbeddedLine, of: OfLine) =>
  problem.terms?.includes(of.term) === true &&
  problem.source === source &&
  problem.place.attachment === place.attachment &&
  (problem.line === undefined || problem.line === of.at)

type Presenting = {
  readonly question: Question
  readonly columns: readonly LineColumn[]
  readonly cells: readonly (readonly Cell[])[]
  readonly report: ListReport
}

function presented(document: DocumentText, given: Presenting): ListAnswer {
  const { question, columns, cells, report } = given
  const firstPage = document.pages[0]?.number ?? 0
  const headers = columns.map(({ name }) => name)
  const rows = cells.map((row) =>
    Object.fromEntries(row.map(({ name, value }) => [name, value?.value ?? null])),
  )
  const places = cells.map((row) =>
    Object.fromEntries(row.map((cell) => [cell.name, evidenceOf(cell, firstPage)])),
  )
  const sure = cells.map((row) =>
    Object.fromEntries(row.map((cell) => [cell.name, sureness(cell)])),
  )
  const all = cells.flat()
  const against = all.flatMap((cell) => cell.against)
  const whole = Math.min(...all.map((cell) => sureness(cell) ?? 1))
  const [source] = all.flatMap(({ value }) => value?.said ?? [])
  const isTable = question.type === 'table'
  return {
    key: question.key,
    value: isTable ? { column_headers: headers, rows } : rows,
    evidence: isTable ? { column_headers: null, rows: places } : places,
    confidence: {
      whole,
      parts: isTable ? { column_headers: null, rows: sure } : sure,
      words: null,
    },
    report,
    ...omitUndefined({
      explanation: source && explainEmbedded(source),
      note: against.length > 0 ? noteOf(against) : undefined,
    }),
  }
}

/** Explains that an answer is taken from embedded data. */
export function explainEmbedded(value: EmbeddedValue): Explanation {
  return { found: [{ kind: 'embedded', source: nameOfEmbedded(value) }] }
}

function evidenceOf(
  { value, printed, against }: Cell,
  firstPage: number,
): readonly Evidence[] | null {
  if (!value) return null
  return [...evidenceOfValue(value, firstPage), ...printed, ...against]
}

function sureness({ value, printed, against }: Cell): number | null {
  if (!value) return null
  if (against.length > 0) return confidences.contradicted
  return printed.length > 0 ? confidences.confirmed : confidences.alone
}

function noteOf(against: readonly Evidence[]): string {
  const said = against.map(({ source, page, quote }) =>
    source ? `${source} says “${quote}”` : `page ${page + 1} says “${quote}”`,
  )
  const named = [...new Set(said)].slice(0, maxContradictionsNamed)
  return `It is contradicted: ${named.join(', ')}.`
}
