import type { PlacedLetters } from './frame.ts'
import { joinedGroups } from './join-groups.ts'
import { pairWords } from './pair-words.ts'
import { partedByIssuer } from './part-by-issuer.ts'

/** Lines of items push down what stands below them. */
const nearDown = 0.5

/** From when on documents may be of one layout. */
const leastLikeness = 0.42

/** A word that stands in one other document only may be there by chance, such as a customer's. */
const fewestPartners = 2

const note = (counts: number[] | undefined, at: number) => {
  if (counts) counts[at] = (counts[at] ?? 0) + 1
}

/** How many words two pages have in common, and how many of a page stand in any other at all. */
function likenesses(pages: readonly (readonly PlacedLetters[])[]) {
  const partners = pages.map((page) => page.map(() => 0))
  const shared = new Map<string, number>()
  for (const [i, page] of pages.entries()) {
    for (const [j, other] of pages.entries()) {
      if (j <= i) continue
      const pairs = pairWords(page, other, nearDown)
      shared.set(`${i}/${j}`, pairs.length)
      for (const { here, there } of pairs) {
        note(partners[i], here)
        note(partners[j], there)
      }
    }
  }
  return {
    both: (i: number, j: number) => shared.get(i < j ? `${i}/${j}` : `${j}/${i}`) ?? 0,
    common: (i: number) => partners[i]?.filter((count) => count >= fewestPartners).length ?? 0,
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
  return joinedGroups(groups, pages).flatMap((group) => partedByIssuer(group, pages))
}

/** Fewer words say too little of a layout. */
export const leastWords = 6

const meanOf = (numbers: readonly number[]) =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)
