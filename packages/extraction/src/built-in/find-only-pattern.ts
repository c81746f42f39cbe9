import { slicePassage } from '../align/passage.ts'
import { findEmails, findPhones, findVatIds } from '../values/shapes.ts'
import { type MeaningToken, toMeaningTokens } from './concepts/meaning-tokens.ts'
import { toMeantQuestion } from './concepts/meant-question.ts'
import { addReasons } from './explanations.ts'
import type { FieldQuestion } from './field-question.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, toFinding } from './read-typed-value.ts'

/** Parties whose address a document gives when it gives one. */
const impliedRoles: ReadonlySet<string> = new Set(
  'contact seller sender hotel operator insurer laboratory school practice hospital bank holder'.split(
    ' ',
  ),
)
/** Persons who need not be the ones whose address a document gives. */
const persons: ReadonlySet<string> = new Set(
  'guest passenger patient pupil employee member person'.split(' '),
)

const maxWordsBefore = 2

const namesOtherThing = ({ group, keys }: MeaningToken): boolean =>
  group === 'things' || keys.includes('account')

/** Whether digits are part of an IBAN, or the words before them name something else: `account 30417722`. */
function isOtherNumber(text: string, start: number, end: number): boolean {
  const isInVatId = findVatIds(text).some((id) => id.start < end && id.end > start)
  const isInIban = [...text.matchAll(/\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{2,4}){2,8}\b/gu)].some(
    ({ 0: iban, index }) => index < end && index + iban.length > start,
  )
  const wordsBefore = text.slice(0, start).trim().split(/\s+/).slice(-maxWordsBefore).join(' ')
  const tokens = toMeaningTokens(wordsBefore)
  const namesPhone = tokens.some(({ keys }) => keys.includes('phone') || keys.includes('contact'))
  return isInIban || isInVatId || (!namesPhone && tokens.some(namesOtherThing))
}

/**
 * Finds the only email address or telephone of a document, unless the question asks for that of somebody who need not
 * be the one to write to.
 */
export function findOnlyPattern(
  preparedDocument: PreparedDocument,
  { question }: FieldQuestion,
): Finding | undefined {
  if (question.type !== 'email' && question.type !== 'text') return undefined
  const { concepts, tokens } = toMeantQuestion(question, preparedDocument.dateOrder)
  const asksEmail = concepts.has('email')
  if (!asksEmail && !concepts.has('phone')) return undefined
  const namesOther = tokens.some(
    ({ group, keys }) =>
      (group === 'roles' && !keys.some((key) => impliedRoles.has(key))) ||
      (group === 'contexts' && keys.some((key) => persons.has(key))) ||
      group === 'word' ||
      group === 'modifiers' ||
      keys.includes('referencenumber') ||
      keys.includes('emergency') ||
      keys.includes('fax') ||
      keys.includes('mobile'),
  )
  if (namesOther) return undefined
  const find = asksEmail ? findEmails : findPhones
  const findings = preparedDocument.rows
    .flatMap(({ cells }) => cells)
    .flatMap((cell) =>
      find(cell.text)
        .filter((match) => asksEmail || !isOtherNumber(cell.text, match.start, match.end))
        .map(({ start, end, value }) => {
          const part = slicePassage(preparedDocument.document, cell, start, end)
          return part && toFinding(part, value, value)
        })
        .filter((finding) => finding !== undefined),
    )
  const [first] = findings
  if (!first || findings.some(({ value }) => value !== first.value)) return undefined
  return addReasons(first, { kind: 'only', what: asksEmail ? 'email address' : 'telephone number' })
}
