import { omitUndefined } from '@recto/omit-undefined'
import type { MissingReason } from '@recto/provider-spec/explanation'
import type { FieldQuestion } from './field-question.ts'
import { findEmptyLabel, findLabeledValues } from './find-labeled-values.ts'
import { findFieldCandidates } from './find-unlabeled-value.ts'
import type { Meanings } from './match-by-meaning.ts'
import type { PreparedDocument } from './prepare-document.ts'
import type { Finding } from './read-typed-value.ts'

type UnansweredQuestion = FieldQuestion & { readonly meanings?: ReturnType<Meanings['get']> }

const maxValues = 3

/** The reason why a question has no answer, when the mechanism that looked for it gave none. */
export function getNullReason(
  preparedDocument: PreparedDocument,
  fieldQuestion: UnansweredQuestion,
): MissingReason {
  const { question, field, meanings } = fieldQuestion
  if (preparedDocument.rows.length === 0) return { kind: 'no-text' }
  if (question.type === 'json') return { kind: 'needs-model' }
  const [likest] = findLabeledValues(preparedDocument, fieldQuestion, meanings)
  if (likest) return toUnsure(preparedDocument, likest)
  const values = new Set(
    field ? findFieldCandidates(preparedDocument, field.name).map(({ value }) => `${value}`) : [],
  )
  if (values.size > 1) return { kind: 'contradiction', values: [...values].slice(0, maxValues) }
  const label = findEmptyLabel(preparedDocument, fieldQuestion, meanings)
  return label ? { kind: 'no-value', label: label.text, page: label.page } : { kind: 'no-label' }
}

/** The reason that the likeliest value is probably not the requested one. */
export function toUnsure(
  { document }: PreparedDocument,
  { place: { page, words }, foundBy = [] }: Finding,
): MissingReason {
  const value = words.map((word) => document.pages[page]?.words[word]?.text).join(' ')
  const [label] = foundBy.flatMap((reason) => (reason.kind === 'label' ? reason.label : []))
  return { kind: 'unsure', value, ...omitUndefined({ label: label || undefined }), page }
}
