import type {
  Answer,
  Confidence,
  Evidence,
  EvidenceTree,
  ListSettings,
  Question,
} from '@recto/provider-spec/answer'
import { computeConfidence } from '../confidence/compute-confidence.ts'
import { getConfidenceScore } from '../confidence/confidence-score.ts'
import { getWordSignals, type Signals } from '../confidence/signals.ts'
import { toRowsExplanation } from './explanations.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type AnsweredRows, answerRows } from './rows/answer-rows.ts'
import { findRows } from './rows/find-rows.ts'

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
  const isOfItems = type === 'line-item'
  const foundRows = findRows(preparedDocument, { question, isOfItems, ...list })
  if (!foundRows) {
    const kind = preparedDocument.rows.length === 0 ? 'no-text' : 'no-rows'
    return { key, value: null, evidence: null, explanation: { missing: { kind } } }
  }
  const explanation = toRowsExplanation(preparedDocument.document, foundRows)
  const rows = answerRows(preparedDocument, foundRows)
  const { columns, values, evidence } = rows
  const parts = computeRowConfidence(rows)
  if (type !== 'table') return { key, value: values, evidence, explanation, confidence: parts }
  return {
    key,
    value: { column_headers: columns, rows: values },
    evidence: { column_headers: null, rows: evidence },
    explanation,
    confidence: parts && {
      whole: parts.whole,
      parts: { column_headers: null, rows: parts.parts },
      words: { column_headers: null, rows: parts.words },
    },
  }
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
