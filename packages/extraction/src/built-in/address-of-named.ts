import { fieldNamed } from '../labels/business-fields.ts'
import { toldBy } from './explained.ts'
import { addressOf, linesFrom } from './party-blocks.ts'
import type { PreparedDocument } from './prepare-document.ts'
import type { FieldQuestion } from './question-field.ts'
import { closeness, saidWordsOf } from './said-words.ts'
import { type Finding, finding } from './typed-value.ts'

const addressWords = new Set(
  fieldNamed('address')
    .labels.filter(({ length }) => length === 1)
    .flat(),
)

const leastCloseness = 0.7

/** The address of whom a label names, under the name: `Named insured` for a question for the address of the insured. */
export function addressOfNamed(
  prepared: PreparedDocument,
  { words, question }: FieldQuestion,
): Finding | undefined {
  if (question.type !== 'text') return undefined
  const named = words
    .filter((own) => own.some((word) => addressWords.has(word)))
    .map((own) => saidWordsOf(own.filter((word) => !addressWords.has(word))))
    .filter(({ specific }) => specific.length > 0)
  if (named.length === 0) return undefined
  const found = prepared.pairs.flatMap(({ phrase, relation, label, value }) => {
    if (relation === 'row-end' || relation === 'in-sentence') return []
    const ofLabel = saidWordsOf(phrase)
    const isNamed = named.some(
      (own) =>
        closeness(ofLabel, own, 'text') >= leastCloseness ||
        closeness(own, ofLabel, 'text') >= leastCloseness,
    )
    const address = isNamed && addressOf(prepared.document, linesFrom(prepared, label, value))
    const what = `the heading “${label.text}”`
    return address
      ? [
          toldBy(finding(address, address.text, address.text), {
            kind: 'beside',
            what,
            page: address.page,
          }),
        ]
      : []
  })
  return new Set(found.map(({ value }) => value)).size === 1 ? found[0] : undefined
}
