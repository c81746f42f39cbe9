import type { BusinessField } from '../labels/business-fields.ts'
import type { FieldQuestion } from './field-question.ts'
import { findLabeledValues } from './find-labeled-values.ts'
import { findFieldCandidates } from './find-unlabeled-value.ts'
import type { PreparedDocument } from './prepare-document.ts'
import type { Finding } from './read-typed-value.ts'
import { findPartyAddress } from './seller-address.ts'

const minScore = 0.62

/**
 * Finds a value of the customer or of the recipient of the goods: by a label that names the party,
 * or in the block of the party.
 */
export function findPartyValue(
  preparedDocument: PreparedDocument,
  fieldQuestion: FieldQuestion,
  { name }: BusinessField,
): Finding | undefined {
  const [labeledFinding] = findLabeledValues(preparedDocument, fieldQuestion)
  if (labeledFinding && labeledFinding.score >= minScore) return labeledFinding
  if (!fieldQuestion.party) return undefined
  const parts: Readonly<Partial<Record<string, Finding>>> = findPartyAddress(
    preparedDocument,
    fieldQuestion.party,
  )
  if (parts[name]) return parts[name]
  const candidates = findFieldCandidates(preparedDocument, name).filter(
    ({ place }) => preparedDocument.getPartyAt(place) === fieldQuestion.party,
  )
  return new Set(candidates.map(({ value }) => value)).size === 1 ? candidates[0] : undefined
}
