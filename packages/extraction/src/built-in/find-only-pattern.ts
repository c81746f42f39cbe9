import { slicePassage } from '../align/passage.ts'
import { findEmails, findPhones } from '../values/shapes.ts'
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
