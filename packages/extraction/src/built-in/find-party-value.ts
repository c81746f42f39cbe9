import type { BusinessField } from '../labels/business-fields.ts'
import { addReasons } from './explanations.ts'
import type { FieldQuestion } from './field-question.ts'
import { findLabeledValues } from './find-labeled-values.ts'
import { findFieldCandidates } from './find-unlabeled-value.ts'
import { getPartyBlocks } from './party-blocks.ts'
import type { PartyRole } from './party-sections.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, toFinding } from './read-typed-value.ts'
import { findPartyAddress } from './seller-address.ts'

const minScore = 0.62

/** Finds the name beside its label in the section of a form about a party. */
export function findSectionName(
  preparedDocument: PreparedDocument,
  party: PartyRole,
): Finding | undefined {
  const names = getPartyBlocks(preparedDocument).filter(
    (block) => block.party === party && block.otherLines && block.lines.length > 0,
  )
  const [first] = names
  const [name] = first?.lines ?? []
  const texts = new Set(names.map(({ lines }) => lines[0]?.text))
  return first && name && texts.size === 1
    ? addReasons(toFinding(name, name.text, name.text), {
        kind: 'beside',
        what: `the heading “${first.label.text}”`,
        page: name.page,
      })
    : undefined
}

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
