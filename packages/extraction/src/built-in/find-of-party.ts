import type { BusinessField } from '../labels/business-fields.ts'
import { findNamed } from './find-unlabelled.ts'
import { labelledFindings } from './labelled-findings.ts'
import type { PreparedDocument } from './prepare-document.ts'
import type { FieldQuestion } from './question-field.ts'
import { partyAddress } from './seller-address.ts'
import type { Finding } from './typed-value.ts'

const minScore = 0.62

/** What is told of the customer, or of whoever the goods go to: in their own block, or by a label that names them. */
export function findOfParty(
  prepared: PreparedDocument,
  asked: FieldQuestion,
  { name }: BusinessField,
): Finding | undefined {
  const [labelled] = labelledFindings(prepared, asked)
  if (labelled && labelled.score >= minScore) return labelled
  if (!asked.party) return undefined
  const parts: Readonly<Partial<Record<string, Finding>>> = partyAddress(prepared, asked.party)
  if (parts[name]) return parts[name]
  const own = findNamed(prepared, name).filter(
    ({ place }) => prepared.partyAt(place) === asked.party,
  )
  return new Set(own.map(({ value }) => value)).size === 1 ? own[0] : undefined
}
