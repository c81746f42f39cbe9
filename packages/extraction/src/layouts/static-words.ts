import { fold } from '../values/fold.ts'
import { languages } from '../vocabulary/languages.ts'
import type { PlacedLetters } from './frame.ts'
import type { Range, StaticWord } from './layout.ts'
import { pairWords } from './pair-words.ts'

/**
 * Of so many documents a word, a place or a value may be missing on some, because engines misread: on one of a few,
 * and on one of five of many.
 */
export const mostOf = (count: number): number =>
  count - Math.max(count > 3 ? 1 : 0, Math.floor(count / 5))

/** Many lines of items push down what stands below them, on a roll by more than the width of it. */
const nearDown = 1

/**
 * The words that stand at one place in nearly all pages, as seen from the last of them. Where there are two of one
 * word, each has its own place.
 *
 * @param pages The words of the first, or of the last, page of each document; the newest document comes last.
 */
export function staticWords(pages: readonly (readonly PlacedLetters[])[]): readonly StaticWord[] {
  const newest = pages.at(-1) ?? []
  const found: PlacedLetters[][] = newest.map((word) => [word])
  for (const page of pages.slice(0, -1)) {
    for (const { there, at } of pairWords(page, newest, nearDown)) found[there]?.push(at)
  }
  const least = mostOf(pages.length)
  return found.flatMap((places, i) => {
    const { letters = '' } = newest[i] ?? {}
    if (places.length < least || isOfDay(letters)) return []
    const x = rangeOf(places.map((place) => place.x))
    const y = rangeOf(places.map((place) => place.y))
    return [{ letters, x, y, isOwn: isOwnWord(letters) }]
  })
}

export const rangeOf = (numbers: readonly number[]): Range => [
  Math.min(...numbers),
  Math.max(...numbers),
]

export const isWithin = (place: number, [least, most]: Range, slack: number): boolean =>
  place >= least - slack && place <= most + slack

/** What any issuer prints: words of labels, of columns, of days and of ways to pay. */
const usualWords: ReadonlySet<string> = new Set(
  languages.flatMap(({ labels, weakLabels, asked, columns, currencies, ...lists }) =>
    [
      ...[labels, weakLabels, asked, columns, currencies].flatMap((part) =>
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

/** A year, a month or a short number stays for a while and then is another one. */
const isOfDay = (letters: string): boolean =>
  /^\d{1,4}$/.test(letters) || wholeDay.test(letters) || months.has(letters)

/** `31122026` or `20261231`. */
const wholeDay =
  /^(?:(?:0?[1-9]|[12]\d|3[01])(?:0?[1-9]|1[0-2])(?:19|20)\d\d|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))$/

/** Whether a word may tell an issuer: no label of documents, no day and no year. */
export const isOwnWord = (letters: string): boolean => !usualWords.has(letters) && !isOfDay(letters)
