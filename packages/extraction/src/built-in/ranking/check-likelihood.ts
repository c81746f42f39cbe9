import { omitUndefined } from '@recto/omit-undefined'
import type { FieldQuestion } from '../field-question.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import type { Finding } from '../read-typed-value.ts'
import { findLikelihood } from './rank-candidates.ts'

/** Below this likelihood, a value more likely answers another question. */
const minLikelihood = 0.3
/** A label with this score says what is asked, whatever the words around it. */
const minSureScore = 0.8

/**
 * Returns the answer to an unusual question with its likelihood, unless the words around it hardly say what is asked. What the
 * embedding model found has other words.
 */
export function dropUnlikely(
  preparedDocument: PreparedDocument,
  fieldQuestion: FieldQuestion,
  finding: Finding | undefined,
): Finding | undefined {
  if (!finding || fieldQuestion.question.type === 'boolean') return finding
  const likelihood = findLikelihood(preparedDocument, fieldQuestion, finding.value)
  const isMeant = finding.foundBy?.some((reason) => reason.kind === 'label' && reason.isMeant)
  const isUnlikely = likelihood !== undefined && likelihood < minLikelihood
  if (isUnlikely && !isMeant && (finding.score ?? 0) < minSureScore) return undefined
  return { ...finding, ...omitUndefined({ likelihood }) }
}

/** Adds the likelihood of the value of a usual field. */
export function addLikelihood(
  preparedDocument: PreparedDocument,
  fieldQuestion: FieldQuestion,
  finding: Finding,
): Finding {
  if (!fieldQuestion.field || fieldQuestion.question.type === 'boolean') return finding
  const likelihood = findLikelihood(preparedDocument, fieldQuestion, finding.value)
  return { ...finding, ...omitUndefined({ likelihood }) }
}
