import { fold } from '../values/fold.ts'
import { languages } from '../vocabulary/languages.ts'
import type { Range, StaticWord } from './layout.ts'
import type { PositionedLetters } from './page-transform.ts'
import { pairWords } from './pair-words.ts'

/**
 * Returns the number of documents that must have a word, a position or a value. Because OCR engines
 * misread, it may be missing on one of a few documents, and on one in five of many.
 */
export const minOccurrences = (count: number): number =>
  count - Math.max(count > 3 ? 1 : 0, Math.floor(count / 5))

/**
 * Maximum vertical shift in page widths: many item lines push down the words below them, on a
 * receipt roll by more than its width.
 */
const maxVerticalShift = 1

/**
 * Returns the words that are at the same position on nearly all pages, as seen on the last of them.
 * A repeated word has one entry per position.
 *
 * @param pages Words of the first, or of the last, page of each document; the newest document comes
 * last.
 */
export function findStaticWords(
  pages: readonly (readonly PositionedLetters[])[],
): readonly StaticWord[] {
  const newest = pages.at(-1) ?? []
  const positionsByWord: PositionedLetters[][] = newest.map((word) => [word])
  for (const page of pages.slice(0, -1)) {
    for (const { otherIndex, position } of pairWords(page, newest, maxVerticalShift))
      positionsByWord[otherIndex]?.push(position)
  }
  const minCount = minOccurrences(pages.length)
  return positionsByWord
    .map((positions, i) => {
      const { letters = '' } = newest[i] ?? {}
      if (positions.length < minCount || isDatePart(letters)) return undefined
      const x = toRange(positions.map((position) => position.x))
      const y = toRange(positions.map((position) => position.y))
      return { letters, x, y, isOwn: isOwnWord(letters) }
    })
    .filter((value) => value !== undefined)
}

export const toRange = (numbers: readonly number[]): Range => [
  Math.min(...numbers),
  Math.max(...numbers),
]

export const isWithin = (position: number, [min, max]: Range, slack: number): boolean =>
  position >= min - slack && position <= max + slack

/** Words that any issuer prints: labels, column names, date words and payment methods. */
const commonWords: ReadonlySet<string> = new Set(
  languages.flatMap(({ labels, weakLabels, asked: questionWords, columns, currencies, ...lists }) =>
    [
      ...[labels, weakLabels, questionWords, columns, currencies].flatMap((part) =>
        Object.values(part).flat(),
      ),
      ...[lists.papers, lists.paymentMethods, lists.fillers, lists.joining].flat(),
      ...lists.months.flat(),
    ].flatMap((text) => fold(text ?? '').match(/[\p{L}\p{N}]+/gu) ?? []),
  ),
)

const months: ReadonlySet<string> = new Set(
  languages.flatMap((language) => language.months.flat().map((month) => fold(month))),
)

/** Dates such as `31122026` or `20261231`. */
const fullDate =
  /^(?:(?:0?[1-9]|[12]\d|3[01])(?:0?[1-9]|1[0-2])(?:19|20)\d\d|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))$/

/** A year, a month or a short number stays the same for a while and then changes. */
const isDatePart = (letters: string): boolean =>
  /^\d{1,4}$/.test(letters) || fullDate.test(letters) || months.has(letters)

/** Whether a word may identify an issuer: not a label, a date or a year. */
export const isOwnWord = (letters: string): boolean =>
  !commonWords.has(letters) && !isDatePart(letters)
