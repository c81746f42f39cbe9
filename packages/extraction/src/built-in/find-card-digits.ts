import { slicePassage } from '../align/passage.ts'
import { fold } from '../values/fold.ts'
import { wordsInAll } from '../vocabulary/languages.ts'
import { type Missing, toldBy } from './explained.ts'
import type { PreparedDocument } from './prepare-document.ts'
import type { FieldQuestion } from './question-field.ts'
import { type Finding, finding } from './typed-value.ts'

const cards = new Set(wordsInAll('cardWords').map(fold))
const digits = new Set(wordsInAll('digitWords').map(fold))

/** Behind signs that hide the others: `************4417`, `XXXX-4417`. */
const masked = /(?<![\p{L}\d])(?:[*xX•#.]{3,16}[ -]?){1,4}(?<last>\d{4})(?!\d)/gu

/** An amount that was paid by card is none. */
const nothing: Missing = { missing: { kind: 'no-label' } }

/** The digits of a card that a receipt shows, for who asks for its last ones. Nothing where two cards are shown. */
export function findCardDigits(
  { document, rows }: PreparedDocument,
  { words, question }: FieldQuestion,
): Finding | Missing | undefined {
  const isAsked = words.some(
    (own) => own.some((word) => cards.has(word)) && own.some((word) => digits.has(word)),
  )
  if (!isAsked || (question.type !== 'text' && question.type !== 'number')) return undefined
  const found = rows
    .flatMap(({ cells }) => cells)
    .flatMap((cell) =>
      [...cell.text.matchAll(masked)].flatMap(({ index, 0: all, groups }) => {
        const part = slicePassage(document, cell, index, index + all.length)
        return part && groups?.last !== undefined ? [{ part, last: groups.last }] : []
      }),
    )
  const [first] = found
  if (!first || new Set(found.map(({ last }) => last)).size > 1) return nothing
  const value = question.type === 'number' ? Number(first.last) : first.last
  return toldBy(finding(first.part, value, first.last), { kind: 'only', what: 'number of a card' })
}
