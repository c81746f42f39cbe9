import { fitFrame, moved, type PlacedLetters } from './frame.ts'
import { partedByIssuer } from './part-by-issuer.ts'
import { nearAcross } from './static-words.ts'

/** Lines of items push down what stands below them. */
const nearDown = 0.5

/** From when on documents may be of one layout. */
const leastLikeness = 0.42

/** How many words two pages have in common, and how many of a page stand in any other at all. */
function likenesses(pages: readonly (readonly PlacedLetters[])[]) {
  const common = pages.map(() => new Set<number>())
  const shared = new Map<string, number>()
  for (const [i, page] of pages.entries()) {
    for (const [j, other] of pages.entries()) {
      if (j <= i) continue
      const pairs = wordsInCommon(page, other)
      shared.set(`${i}/${j}`, pairs.length)
      for (const [here, there] of pairs) {
        common[i]?.add(here)
        common[j]?.add(there)
      }
    }
  }
  return {
    both: (i: number, j: number) => shared.get(i < j ? `${i}/${j}` : `${j}/${i}`) ?? 0,
    common: (i: number) => common[i]?.size ?? 0,
  }
}

/**
 * Groups the first pages of documents by layout, the members of each in the order in which they came: by the words
 * that they share at the same places, of those that stand in any other document at all. Documents of two issuers that
 * use the same form are two layouts, because each has words of its own.
 *
 * @param pages The words of each first page with their places in widths, at most some hundreds of pages.
 * @returns The places in `pages` of the members of each group.
 */
export function groupDocuments(
  pages: readonly (readonly PlacedLetters[])[],
): readonly (readonly number[])[] {
  const { both, common } = likenesses(pages)
  const likeness = (i: number, j: number) => {
    const all = common(i) + common(j) - both(i, j)
    return all < leastWords ? 0 : both(i, j) / all
  }
  const groups: number[][] = []
  for (const i of pages.keys()) {
    const ranked = groups
      .map((group) => ({ group, mean: meanOf(group.map((j) => likeness(i, j))) }))
      .toSorted((a, b) => b.mean - a.mean)
    const [best] = ranked
    if (best && best.mean >= leastLikeness) best.group.push(i)
    else groups.push([i])
  }
  return groups.flatMap((group) => partedByIssuer(group, pages))
}

/** Fewer words say too little of a layout. */
export const leastWords = 6

const meanOf = (numbers: readonly number[]) =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)

/** The places of the words that stand at about the same place on both, each once. */
function wordsInCommon(
  page: readonly PlacedLetters[],
  other: readonly PlacedLetters[],
): readonly (readonly [number, number])[] {
  const frame = fitFrame(page, other)
  const there = Map.groupBy(other.keys(), (i) => other[i]?.letters ?? '')
  const taken = new Set<number>()
  return page.flatMap((word, here): readonly (readonly [number, number])[] => {
    const candidates = there.get(word.letters)
    if (!candidates) return []
    const at = moved(frame, word)
    const [nearest] = candidates
      .filter((i) => !taken.has(i) && isNear(at, other[i]))
      .toSorted((a, b) => distance(at, other[a]) - distance(at, other[b]))
    if (nearest === undefined) return []
    taken.add(nearest)
    return [[here, nearest]]
  })
}

const isNear = (a: PlacedLetters, b: PlacedLetters | undefined): boolean =>
  b !== undefined && Math.abs(a.x - b.x) <= nearAcross && Math.abs(a.y - b.y) <= nearDown

const distance = (a: PlacedLetters, b: PlacedLetters | undefined) =>
  b === undefined ? Number.POSITIVE_INFINITY : Math.abs(a.x - b.x) * 3 + Math.abs(a.y - b.y)
