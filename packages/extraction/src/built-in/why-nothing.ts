import type { MissingBecause } from '@recto/provider-spec/explanation'
import { findNamed } from './find-unlabelled.ts'
import { labelledFindings, labelOfNothing } from './labelled-findings.ts'
import type { Meanings } from './match-by-meaning.ts'
import type { PreparedDocument } from './prepare-document.ts'
import type { FieldQuestion } from './question-field.ts'

type Asked = FieldQuestion & { readonly meanings?: ReturnType<Meanings['get']> }

const mostValues = 3

/** Why a question has no answer, for those whose mechanism has not said so itself. */
export function whyNothing(prepared: PreparedDocument, asked: Asked): MissingBecause {
  const { question, field, meanings } = asked
  if (prepared.rows.length === 0) return { kind: 'no-text' }
  if (question.type === 'json') return { kind: 'needs-model' }
  const [likest] = labelledFindings(prepared, asked, meanings)
  if (likest) {
    const { page, words } = likest.place
    const value = words.map((word) => prepared.document.pages[page]?.words[word]?.text).join(' ')
    return { kind: 'unsure', value, ...(likest.label && { label: likest.label }), page }
  }
  const values = new Set(
    field ? findNamed(prepared, field.name).map(({ value }) => `${value}`) : [],
  )
  if (values.size > 1) return { kind: 'contradiction', values: [...values].slice(0, mostValues) }
  const label = labelOfNothing(prepared, asked, meanings)
  return label ? { kind: 'no-value', label: label.text, page: label.page } : { kind: 'no-label' }
}
