import type {
  Answer,
  Confidence,
  Evidence,
  EvidenceTree,
  ListReport,
  ListSettings,
  Question,
} from '@recto/provider-spec/answer'
import type { MissingReason } from '@recto/provider-spec/explanation'
import { computeConfidence } from '../confidence/compute-confidence.ts'
import { getConfidenceScore } from '../confidence/confidence-score.ts'
import { getWordSignals, type Signals } from '../confidence/signals.ts'
import { describeMissingColumns, describeUnreadLines } from '../lists/warnings.ts'
import { toMissingExplanation, toRowsExplanation } from './explanations.ts'
import type { FoundRows } from './found-rows.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type AnsweredRows, answerRows } from './rows/answer-rows.ts'
import { findRows, type ListSearch } from './rows/find-rows.ts'

/** Default for the list settings that matter when rows are read without a model. */
const defaultListSettings: Pick<ListSettings, 'headers' | 'startPage' | 'endPage'> = {
  headers: [],
  startPage: 0,
  endPage: 0,
}

/**
 * Answers with the rows of the requested list and evidence for each cell; null when there is no
 * such list.
 */
export function answerListQuestion(preparedDocument: PreparedDocument, question: Question): Answer {
  const { key, type, list = defaultListSettings } = question
  const isOfItems = type === 'line-item' || type === 'json'
  const search = findRows(preparedDocument, { question, isOfItems, ...list })
  if (!('rows' in search)) {
    const reason: MissingReason =
      type === 'json' ? { kind: 'needs-model' } : getMissingReason(preparedDocument, search)
    return {
      key,
      value: null,
      evidence: null,
      explanation: toMissingExplanation(preparedDocument.document, { missing: reason }),
    }
  }
  const foundRows = search.rows
  const explanation = toRowsExplanation(preparedDocument.document, foundRows)
  const rows = answerRows(preparedDocument, foundRows)
  const { columns, values, evidence } = rows
  const report = toReport(preparedDocument, foundRows)
  const parts = computeRowConfidence(rows)
  if (type !== 'table')
    return { key, value: values, evidence, explanation, confidence: parts, report }
  return {
    key,
    value: { column_headers: columns, rows: values },
    evidence: { column_headers: null, rows: evidence },
    explanation,
    report,
    confidence: parts && {
      whole: parts.whole,
      parts: { column_headers: null, rows: parts.parts },
      words: { column_headers: null, rows: parts.words },
    },
  }
}

const maxMissingRows = 20

/** Reports what the list lacks: requested columns, and lines that look like rows. */
function toReport(
  { document }: PreparedDocument,
  { columns, rows, unread = [] }: FoundRows,
): ListReport {
  const missingRows = unread.map(({ page, cells }) => ({
    page: document.pages[page]?.number ?? page,
    text: cells.map(({ text }) => text).join('  '),
  }))
  const pages = rows.flat(2).map(({ page }) => document.pages[page]?.number ?? page)
  const missingColumns = columns.filter(({ isMissing }) => isMissing).map(({ name }) => name)
  return {
    rows: rows.length,
    rowLikeLines: rows.length + missingRows.length,
    missingCount: missingRows.length,
    missing: missingRows.slice(0, maxMissingRows),
    doubled: 0,
    renumbered: 0,
    unsupported: 0,
    totals: [],
    pages: pages.length === 0 ? null : [Math.min(...pages), Math.max(...pages)],
    warnings: [...describeMissingColumns(missingColumns), ...describeUnreadLines(missingRows)],
  }
}

/** Says which columns were looked for and which the likeliest table has. */
function getMissingReason(
  { rows }: PreparedDocument,
  { list, closest }: Exclude<ListSearch, { readonly rows: unknown }>,
): MissingReason {
  if (rows.length === 0) return { kind: 'no-text' }
  if (list.isRestricted) return { kind: 'needs-model' }
  if (!closest) return { kind: 'no-rows' }
  const { headings, page, missingColumns } = closest
  return missingColumns.length > 0
    ? { kind: 'other-columns', columns: missingColumns, headings, page }
    : { kind: 'other-list', subject: list.subject.join(' '), headings, page }
}

/** The confidence of a cell follows from its words and its column. */
function computeRowConfidence({ values, evidence, facts }: AnsweredRows): Confidence | undefined {
  const columnOf = new Map<EvidenceTree, string>()
  for (const row of evidence) {
    for (const [column, places] of Object.entries(row)) columnOf.set(places, column)
  }
  return computeConfidence({ value: values, evidence }, (_, places) =>
    getConfidenceScore(getCellSignals(places, facts.get(columnOf.get(places) ?? '')), 'byLayout'),
  )
}

type ColumnFacts = NonNullable<ReturnType<AnsweredRows['facts']['get']>>

function getCellSignals(places: readonly Evidence[], facts: ColumnFacts | undefined): Signals {
  return {
    ...getWordSignals(places),
    label: facts?.isKnown ? 1 : 0.7,
    addsUp: facts?.addsUp ? 1 : 0,
  }
}
