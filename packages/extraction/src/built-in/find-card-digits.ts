import { slicePassage } from '../align/passage.ts'
import { fold } from '../values/fold.ts'
import { wordsInAllLanguages } from '../vocabulary/languages.ts'
import { addReasons, type MissingAnswer } from './explanations.ts'
import type { FieldQuestion } from './field-question.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, toFinding } from './read-typed-value.ts'

const cardWords = new Set(wordsInAllLanguages('cardWords').map(fold))
const digitWords = new Set(wordsInAllLanguages('digitWords').map(fold))

/** The last digits of a number whose other digits are masked: `************4417`, `XXXX-4417`. */
const maskedNumber = /(?<![\p{L}\d])(?:[*xX•#.]{3,16}[ -]?){1,4}(?<last>\d{4})(?!\d)/gu

/** Result when no card number is found: an amount paid by card must not count as one. */
const noLabel: MissingAnswer = { missing: { kind: 'no-label' } }

/**
 * Finds the card digits on a receipt for a question about the last digits of the card. Returns a
 * reason when there is no card or more than one.
 */
export function findCardDigits(
  { document, rows }: PreparedDocument,
  { phrases, question }: FieldQuestion,
): Finding | MissingAnswer | undefined {
  const isAsked = phrases.some(
    (phrase) =>
      phrase.some((word) => cardWords.has(word)) && phrase.some((word) => digitWords.has(word)),
  )
  if (!isAsked || (question.type !== 'text' && question.type !== 'number')) return undefined
  const cardNumbers = rows
    .flatMap(({ cells }) => cells)
    .flatMap((cell) =>
      [...cell.text.matchAll(maskedNumber)]
        .map(({ index, 0: all, groups }) => {
          const part = slicePassage(document, cell, index, index + all.length)
          return part && groups?.last !== undefined ? { part, last: groups.last } : undefined
        })
        .filter((value) => value !== undefined),
    )
  const [first] = cardNumbers
  if (!first || new Set(cardNumbers.map(({ last }) => last)).size > 1) return noLabel
  const value = question.type === 'number' ? Number(first.last) : first.last
  return addReasons(toFinding(first.part, value, first.last), {
    kind: 'only',
    what: 'card number',
  })
}
