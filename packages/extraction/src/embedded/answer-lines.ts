import {
  type EmbeddedData,
  type EmbeddedLine,
  type EmbeddedProblem,
  type EmbeddedValue,
  nameOfEmbedded,
} from '@recto/document-text/embedded'
import type { DocumentText } from '@recto/document-text/model'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import {
  type Answer,
  type Evidence,
  isListType,
  type ListReport,
  type ListSettings,
  type Question,
} from '@recto/provider-spec/answer'
import type { Row } from '../lists/row-units.ts'
import { settleList } from '../lists/settle-list.ts'
import { type LineColumn, lineColumns } from './line-columns.ts'
import { saysSame } from './typed-embedded.ts'

type ListAnswer = Answer & { readonly note?: string }

const confidences = { confirmed: 0.99, alone: 0.95, contradicted: 0.5 }
const maxContradictionsNamed = 5

const wholeDocument: ListSettings = {
  ...{ headers: [], startPage: 0, endPage: 0, isByHeaders: false, isCompressed: false },
  pageDelimiter: '<<<',
}

/**
 * Answers a question for the lines of an e-invoice from its data, where every column that is asked for means a field of
 * them; `undefined` else. Each cell names its source, then its place in print; what a second e-invoice, the print or the
 * data's own sums say against it stands behind it as contradicting.
 */
export function answerLines(
  document: DocumentText,
  data: EmbeddedData,
  question: Question,
): ListAnswer | undefined {
  const columns = lineColumns(question)
  const [lines, ...others] = bySource(data.lines ?? [])
  if (!columns || !lines || !isListType(question.type)) return undefined
  if (lines.some((line) => hasOwnBase(line))) return undefined
  const isSaid = ({ term }: LineColumn) => lines.some((line) => fieldOf(line, term))
  if (!columns.every(isSaid)) return undefined
  const rows = lines.map((line) =>
    Object.fromEntries(columns.map(({ name, term }) => [name, typed(fieldOf(line, term))])),
  )
  const { places, report } = printOf(document, question, rows)
  const cells = lines.map((line, at) =>
    columns.map((column): Cell => {
      const value = fieldOf(line, column.term)
      const against = [
        ...others.flatMap((other) => contradictionIn(other[at], value, column)),
        ...problemsWith(data, line, { at, term: column.term }),
        ...contradictionInPrint(document, { line, columns, column, printed: places[at] }),
      ]
      return { name: column.name, value, printed: places[at]?.[column.name] ?? [], against }
    }),
  )
  return presented(document, { question, columns, rows, cells, report })
}

type Cell = {
  readonly name: string
  readonly value: EmbeddedValue | undefined
  readonly printed: readonly Evidence[]
  readonly against: readonly Evidence[]
}

const bySource = (lines: readonly EmbeddedLine[]): readonly (readonly EmbeddedLine[])[] => [
  ...Map.groupBy(lines, ({ source, place }) => `${source}/${place.attachment ?? ''}`).values(),
]

const fieldOf = ({ values }: EmbeddedLine, term: string) =>
  values.find((value) => value.term === term)

const typed = (value: EmbeddedValue | undefined): string | number | null => {
  if (!value) return null
  return value.kind === 'number' ? Number(value.value) : value.value
}

/** Prices for a hundred pieces are printed in other ways. */
const hasOwnBase = (line: EmbeddedLine) => {
  const base = typed(fieldOf(line, 'BT-149'))
  return base !== null && base !== 1
}

type Places = readonly (Readonly<Record<string, readonly Evidence[]>> | undefined)[]

/** Where the print says the rows, cell by cell; nowhere where it has fewer or more of them. */
function printOf(
  document: DocumentText,
  { type, list = wholeDocument }: Question,
  rows: readonly Row[],
): { readonly places: Places; readonly report: ListReport } {
  const columns = Object.keys(rows[0] ?? {})
  const settled = settleList(document, {
    ...{ settings: { ...list, headers: columns }, columns, unread: [], tokens: 0 },
    type: 'record',
    given: [{ from: 0, to: Number.MAX_SAFE_INTEGER, rows }],
  })
  const found = settled.evidence as Places | null
  const isWhole = found?.length === rows.length && !settled.report.doubled
  const report = {
    ...settled.report,
    rows: rows.length,
    warnings: [],
    missing: [],
    missingCount: 0,
  }
  // Data has every line that it has: which of the print's lines are others says nothing of it.
  return { places: isWhole && type !== 'record' ? found : [], report }
}

const evidenceOfData = (value: EmbeddedValue, firstPage: number): Evidence => ({
  ...{ page: value.place.page ?? firstPage, boxes: [], quote: value.value },
  ...{ match: 'exact', source: nameOfEmbedded(value) },
})

function contradictionIn(
  other: EmbeddedLine | undefined,
  value: EmbeddedValue | undefined,
  { term }: LineColumn,
): readonly Evidence[] {
  const said = other && fieldOf(other, term)
  if (!said || !value) return []
  const type = value.kind === 'number' ? 'number' : 'text'
  return saysSame(type, typed(said), typed(value))
    ? []
    : [{ ...evidenceOfData(said, 0), contradicts: true }]
}

type OfLine = { readonly at: number; readonly term: string }

const problemsWith = (data: EmbeddedData, line: EmbeddedLine, of: OfLine): readonly Evidence[] =>
  data.problems
    .filter((problem) => isAbout(problem, line, of))
    .map(({ source = '', text }) => ({
      ...{ page: 0, boxes: [], quote: text, match: 'exact', source, contradicts: true },
    }))

const isAbout = (problem: EmbeddedProblem, { source, place }: EmbeddedLine, of: OfLine) =>
  problem.terms?.includes(of.term) === true &&
  problem.source === source &&
  problem.place.attachment === place.attachment &&
  (problem.line === undefined || problem.line === of.at)

/** Amounts are printed as they are; a unit or a description may be printed in other words. */
const printedAsTheyAre = new Set(['BT-129', 'BT-146', 'BT-131'])

type InPrint = {
  readonly line: EmbeddedLine
  readonly columns: readonly LineColumn[]
  readonly column: LineColumn
  readonly printed: Places[number]
}

/** Where a line stands in print with most of its fields, and this amount is not among them. */
function contradictionInPrint(
  document: DocumentText,
  { line, columns, column, printed }: InPrint,
): readonly Evidence[] {
  // The text of a file that is data itself is no print.
  if (!printed || line.place.attachment === undefined) return []
  if (!printedAsTheyAre.has(column.term) || !fieldOf(line, column.term)) return []
  if (printed[column.name]?.length) return []
  const found = columns.flatMap(({ name }) => printed[name] ?? [])
  if (found.length < 2 || found.length * 2 < columns.length) return []
  const row = printedRow(document, found)
  return row ? [{ ...row, match: 'exact', contradicts: true }] : []
}

/** All words beside those of a row that were found. */
function printedRow(document: DocumentText, found: readonly Evidence[]) {
  const [first] = found
  const page = document.pages.find(({ number }) => number === first?.page)
  const box = first?.boxes[0]
  if (!page || !box) return undefined
  const words = page.words.filter(({ box: [, y0, , y1] }) => {
    const middle = (y0 + y1) / 2
    return middle > box[1] && middle < box[3]
  })
  const quote = words.map(({ text }) => text).join(' ')
  return { page: page.number, boxes: [uniteBoxes(words.map((word) => word.box))], quote }
}

type Presenting = {
  readonly question: Question
  readonly columns: readonly LineColumn[]
  readonly rows: readonly Row[]
  readonly cells: readonly (readonly Cell[])[]
  readonly report: ListReport
}

function presented(document: DocumentText, given: Presenting): ListAnswer {
  const { question, columns, rows, cells, report } = given
  const firstPage = document.pages[0]?.number ?? 0
  const headers = columns.map(({ name }) => name)
  const places = cells.map((row) =>
    Object.fromEntries(row.map((cell) => [cell.name, evidenceOf(cell, firstPage)])),
  )
  const sure = cells.map((row) =>
    Object.fromEntries(row.map((cell) => [cell.name, sureness(cell)])),
  )
  const all = cells.flat()
  const against = all.flatMap((cell) => cell.against)
  const whole = Math.min(...all.map((cell) => sureness(cell) ?? 1))
  const [source] = all.flatMap(({ value }) => value ?? [])
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
    ...(source && {
      explanation: { found: [{ kind: 'embedded', source: nameOfEmbedded(source) }] },
    }),
    ...(against.length > 0 && { note: noteOf(against) }),
  }
}

function evidenceOf(
  { value, printed, against }: Cell,
  firstPage: number,
): readonly Evidence[] | null {
  if (!value) return null
  const said = evidenceOfData(value, firstPage)
  return [said, ...printed, ...against]
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
