import { fitTransform, mapLetters, type PositionedLetters } from './page-transform.ts'

/** Maximum horizontal distance of a word on two pages of one layout, in page widths. */
export const maxHorizontalDistance = 0.03
/**
 * Maximum difference between vertical shifts: words below item lines are all pushed down by the
 * same amount.
 */
const shiftTolerance = 0.02

/** Indices of a word on one page and of the same word on another. */
export type WordPair = {
  readonly index: number
  readonly otherIndex: number
  /** The first word, mapped to the other page. */
  readonly position: PositionedLetters
}

/**
 * Pairs the words that are at the same position on both pages; each word is in one pair at most.
 * Horizontal positions must match; vertical positions must match except for a shift by item lines.
 * A shift counts only when another word that is unique on each page is shifted equally: this
 * excludes a word that a list contains on another of its lines.
 *
 * @param maxShift Maximum vertical shift of a word, in page widths.
 */
export function pairWords(
  page: readonly PositionedLetters[],
  otherPage: readonly PositionedLetters[],
  maxShift: number,
): readonly WordPair[] {
  const transform = fitTransform(page, otherPage)
  const otherIndicesByLetters = Map.groupBy(otherPage.keys(), (i) => otherPage[i]?.letters ?? '')
  const indicesByLetters = Map.groupBy(page.keys(), (i) => page[i]?.letters ?? '')
  const pairs = page.flatMap((word, i) => {
    const position = mapLetters(transform, word)
    return (otherIndicesByLetters.get(word.letters) ?? [])
      .map((j) => {
        const to = otherPage[j]
        if (
          !to ||
          Math.abs(to.x - position.x) > maxHorizontalDistance ||
          Math.abs(to.y - position.y) > maxShift
        )
          return undefined
        return {
          index: i,
          otherIndex: j,
          position,
          shift: to.y - position.y,
          distance: distanceBetween(position, to),
        }
      })
      .filter((value) => value !== undefined)
  })
  const uniquePairs = pairs.filter(
    ({ position: { letters } }) =>
      indicesByLetters.get(letters)?.length === 1 &&
      otherIndicesByLetters.get(letters)?.length === 1,
  )
  const hasCommonShift = (pair: (typeof pairs)[number]) =>
    Math.abs(pair.shift) <= shiftTolerance ||
    uniquePairs.some(
      (otherPair) =>
        otherPair.index !== pair.index && Math.abs(otherPair.shift - pair.shift) <= shiftTolerance,
    )
  return pickNearestPairs(pairs.filter(hasCommonShift))
}

const distanceBetween = (a: PositionedLetters, b: PositionedLetters) =>
  Math.abs(a.x - b.x) * 3 + Math.abs(a.y - b.y)

/** Returns the nearest pairs first, with each word in one pair only. */
function pickNearestPairs(
  pairs: readonly (WordPair & { readonly distance: number })[],
): readonly WordPair[] {
  const usedIndices = new Set<number>()
  const usedOtherIndices = new Set<number>()
  return pairs
    .toSorted((a, b) => a.distance - b.distance)
    .filter((pair) => {
      if (usedIndices.has(pair.index) || usedOtherIndices.has(pair.otherIndex)) return false
      usedIndices.add(pair.index)
      usedOtherIndices.add(pair.otherIndex)
      return true
    })
}
