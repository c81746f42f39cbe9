import { fold } from '../values/fold.ts'
import { languages } from '../vocabulary/languages.ts'
import { fitFrame, moved, type PlacedLetters } from './frame.ts'
import type { Range, StaticWord } from './layout.ts'

/** How far apart a word may stand on two pages of one layout, in widths. */
export const nearAcross = 0.03
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
    const frame = fitFrame(page, newest)
    const byLetters = Map.groupBy(
      page.map((word) => moved(frame, word)),
      ({ letters }) => letters,
    )
    for (const [i, word] of newest.entries()) {
      const [nearest] = (byLetters.get(word.letters) ?? [])
        .filter(
          ({ x, y }) => Math.abs(x - word.x) <= nearAcross && Math.abs(y - word.y) <= nearDown,
        )
        .toSorted((a, b) => distance(a, word) - distance(b, word))
      if (nearest) found[i]?.push(nearest)
    }
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

const distance = (a: PlacedLetters, b: PlacedLetters) =>
  Math.abs(a.x - b.x) * 3 + Math.abs(a.y - b.y)

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
const isOfDay = (letters: string): boolean => /^\d{1,4}$/.test(letters) || months.has(letters)

/** Whether a word may tell an issuer: no label of documents, no day and no year. */
export const isOwnWord = (letters: string): boolean => !usualWords.has(letters) && !isOfDay(letters)
