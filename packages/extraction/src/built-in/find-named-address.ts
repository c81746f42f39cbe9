import { getBusinessField } from '../labels/business-fields.ts'
import { getClassifiedWords, scoreCloseness } from './classify-words.ts'
import { addReasons } from './explanations.ts'
import type { FieldQuestion } from './field-question.ts'
import { collectBlockLines, findBlockAddress } from './party-blocks.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, toFinding } from './read-typed-value.ts'

const addressWords = new Set(
  getBusinessField('address')
    .labels.filter(({ length }) => length === 1)
    .flat(),
)

const minCloseness = 0.7

/**
 * Finds the address below a name that a label announces: `Named insured` for a question about the
 * address of the insured.
 */
export function findNamedAddress(
  preparedDocument: PreparedDocument,
  { phrases, question }: FieldQuestion,
): Finding | undefined {
  if (question.type !== 'text') return undefined
  const subjects = phrases
    .filter((questionPhrase) => questionPhrase.some((word) => addressWords.has(word)))
    .map((questionPhrase) =>
      getClassifiedWords(questionPhrase.filter((word) => !addressWords.has(word))),
    )
    .filter(({ specific }) => specific.length > 0)
  if (subjects.length === 0) return undefined
  const findings = preparedDocument.pairs
    .map(({ phrase, relation, label, value }) => {
      if (relation === 'row-end' || relation === 'in-sentence') return undefined
      const ofLabel = getClassifiedWords(phrase)
      const isNamed = subjects.some(
        (subject) =>
          scoreCloseness(ofLabel, subject, 'text') >= minCloseness ||
          scoreCloseness(subject, ofLabel, 'text') >= minCloseness,
      )
      const address =
        isNamed &&
        findBlockAddress(
          preparedDocument.document,
          collectBlockLines(preparedDocument, label, value),
        )
      const heading = `the heading “${label.text}”`
      return address
        ? addReasons(toFinding(address, address.text, address.text), {
            kind: 'beside',
            what: heading,
            page: address.page,
          })
        : undefined
    })
    .filter((value) => value !== undefined)
  return new Set(findings.map(({ value }) => value)).size === 1 ? findings[0] : undefined
}
