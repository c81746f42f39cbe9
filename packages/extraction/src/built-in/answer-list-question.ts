import type {
  Answer,
  Confidence,
  Evidence,
  EvidenceTree,
  ListSettings,
  Question,
} from '@recto/provider-spec/answer'
import { confidenceOf } from '../confidence/confidence-of.ts'
import { type Signs, signsOfWords } from '../confidence/signs.ts'
import { surenessOf } from '../confidence/sureness.ts'
import { explanationOfRows } from './explained.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type AnsweredRows, answerRows } from './rows/answer-rows.ts'
import { findRows } from './rows/find-rows.ts'

/** As far as rows can be read without a model by them. */
const all: Pick<ListSettings, 'headers' | 'startPage' | 'endPage'> = {
  headers: [],
  startPage: 0,
  endPage: 0,
}

/** The rows of the list that is asked for, each cell with its place; null when there is none. */
export function answerListQuestion(prepared: PreparedDocument, question: Question): Answer {
  const { key, type, list = all } = question
  const isOfItems = type === 'line-item'
  const found = findRows(prepared, { question, isOfItems, ...list })
  if (!found) {
    const kind = prepared.rows.length === 0 ? 'no-text' : 'no-rows'
    return { key, value: null, evidence: null, explanation: { missing: { kind } } }
  }
  const explanation = explanationOfRows(prepared.document, found)
  const rows = answerRows(prepared, found)
  const { columns, values, evidence } = rows
  const parts = confidenceOfRows(rows)
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

/** A cell is as sure as its words and its column are. */
function confidenceOfRows({ values, evidence, facts }: AnsweredRows): Confidence | undefined {
  const columnOf = new Map<EvidenceTree, string>()
  for (const row of evidence) {
    for (const [column, places] of Object.entries(row)) columnOf.set(places, column)
  }
  return confidenceOf({ value: values, evidence }, (_, places) =>
    surenessOf(signsOfCell(places, facts.get(columnOf.get(places) ?? '')), 'byLayout'),
  )
}

type Facts = NonNullable<ReturnType<AnsweredRows['facts']['get']>>

function signsOfCell(places: readonly Evidence[], facts: Facts | undefined): Signs {
  return {
    ...signsOfWords(places),
    label: facts?.isKnown ? 1 : 0.7,
    addsUp: facts?.addsUp ? 1 : 0,
  }
}
