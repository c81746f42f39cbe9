import { fitFrame, moved, type PlacedLetters } from './frame.ts'

/** How far apart a word may stand on two pages of one layout, in widths. */
export const nearAcross = 0.03
/** What stands below lines of items is pushed down by them, all of it by as much. */
const sameShift = 0.02

/** A word of one page at its place on another, and the place of the word there that it is. */
export type WordPair = {
  readonly here: number
  readonly there: number
  readonly at: PlacedLetters
}

/**
 * The words that stand at one place on both pages, each once: as far across, and as far down but for what pushes it. It is
 * pushed together with another word that each page has once: a word that a list has on another of its lines is not.
 *
 * @param farthest How far down a word may be pushed, in widths.
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
    const at = moved(frame, word)
    return (there.get(word.letters) ?? []).flatMap((j) => {
      const to = other[j]
      if (!to || Math.abs(to.x - at.x) > nearAcross || Math.abs(to.y - at.y) > farthest) return []
      return [{ here: i, there: j, at, shift: to.y - at.y, far: farness(at, to) }]
    })
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

/** The nearest pairs first, and none of a word that has its pair. */
function eachOnce(found: readonly (WordPair & { readonly far: number })[]): readonly WordPair[] {
  const [here, there] = [new Set<number>(), new Set<number>()]
  return found
    .toSorted((a, b) => a.far - b.far)
    .filter((pair) => {
      if (here.has(pair.here) || there.has(pair.there)) return false
      here.add(pair.here)
      there.add(pair.there)
      return true
    })
}
