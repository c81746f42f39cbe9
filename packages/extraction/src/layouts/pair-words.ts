import { fitFrame, moved, type PlacedLetters } from './frame.ts'

/** Maximum horizontal distance of a word on two pages of one layout, in page widths. */
export const nearAcross = 0.03
/**
 * Maximum difference between vertical shifts: words below item lines are all pushed down by the
 * same amount.
 */
const sameShift = 0.02

/** Pair of a word on one page and the same word on another. */
export type WordPair = {
  readonly here: number
  readonly there: number
  readonly at: PlacedLetters
}

/**
 * Pairs the words that are at the same position on both pages; each word is in one pair at most.
 * Horizontal positions must match; vertical positions must match except for a shift by item lines.
 * A shift counts only when another word that is unique on each page is shifted equally: this
 * excludes a word that a list contains on another of its lines.
 *
 * @param farthest Maximum vertical shift of a word, in page widths.
 */
export function pairWords(
  page: readonly PlacedLetters[],
  other: readonly PlacedLetters[],
  farthest: number,
): readonly WordPair[] {
  const frame = fitFrame(page, other)
  const there = Map.groupBy(other.keys(), (i) => other[i]?.letters ?? '')
  const here = Map.groupBy(page.keys(), (i) => page[i]?.letters ?? '')
  const found = page.flatMap((word, i) => {
    const position = moved(frame, word)
    return (there.get(word.letters) ?? [])
      .map((j) => {
        const to = other[j]
        if (
          !to ||
          Math.abs(to.x - position.x) > nearAcross ||
          Math.abs(to.y - position.y) > farthest
        )
          return undefined
        return {
          here: i,
          there: j,
          at: position,
          shift: to.y - position.y,
          far: farness(position, to),
        }
      })
      .filter((value) => value !== undefined)
  })
  const single = found.filter(
    ({ at: { letters } }) => here.get(letters)?.length === 1 && there.get(letters)?.length === 1,
  )
  const isPushed = (one: (typeof found)[number]) =>
    Math.abs(one.shift) <= sameShift ||
    single.some((by) => by.here !== one.here && Math.abs(by.shift - one.shift) <= sameShift)
  return eachOnce(found.filter(isPushed))
}

const farness = (a: PlacedLetters, b: PlacedLetters) =>
  Math.abs(a.x - b.x) * 3 + Math.abs(a.y - b.y)

/** Returns the nearest pairs first, with each word in one pair only. */
function eachOnce(found: readonly (WordPair & { readonly far: number })[]): readonly WordPair[] {
  const here = new Set<number>()
  const there = new Set<number>()
  return found
    .toSorted((a, b) => a.far - b.far)
    .filter((pair) => {
      if (here.has(pair.here) || there.has(pair.there)) return false
      here.add(pair.here)
      there.add(pair.there)
      return true
    })
}
