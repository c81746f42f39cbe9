import { toMeantQuestion } from './concepts/meant-question.ts'
import type { FieldQuestion } from './field-question.ts'
import type { PreparedDocument } from './prepare-document.ts'
import type { Finding } from './read-typed-value.ts'
import { findRequestedRole, isRoleOfDocument, isRoleOfName } from './requested-role.ts'

/** Parties that issue documents of their own. */
const issuingRoles: ReadonlySet<string> = new Set([
  'insurer',
  'laboratory',
  'bank',
  'hotel',
  'operator',
  'carrier',
  'school',
  'university',
  'hospital',
  'practice',
  'employer',
])

/** Those that the kind of a document shows: an insurer issues policies, but a ferry company also takes bookings. */
const rolesByDocument: ReadonlySet<string> = new Set([
  'insurer',
  'employer',
  'operator',
  'laboratory',
])

/**
 * Finds the party that issued a document, when a question names it by its line of business and the document shows that
 * it has that one: the insurer of a policy.
 */
export function findIssuer(
  preparedDocument: PreparedDocument,
  fieldQuestion: FieldQuestion,
  findSeller: () => Finding | undefined,
): Finding | undefined {
  const { question, field } = fieldQuestion
  if (question.type !== 'text' || field) return undefined
  const { required, forms, concepts } = toMeantQuestion(question, preparedDocument.dateOrder)
  const isAboutIssuer =
    required.length > 0 &&
    required.every(({ keys }) => keys.some((key) => issuingRoles.has(key))) &&
    [...forms].every((form) => form === 'name') &&
    !concepts.has('address')
  const role = isAboutIssuer ? findRequestedRole(fieldQuestion) : undefined
  const seller = role && findSeller()
  if (!seller) return undefined
  const name = String(seller.value)
  const isShownByDocument = [...concepts].some((concept) => rolesByDocument.has(concept))
  const isOfRole = isShownByDocument
    ? isRoleOfDocument(preparedDocument, role, name)
    : isRoleOfName(role, name)
  return isOfRole ? seller : undefined
}
