import type { PlacedLetters } from './frame.ts'
import { joinedGroups } from './join-groups.ts'
import { pairWords } from './pair-words.ts'
import { partedByIssuer } from './part-by-issuer.ts'

/**
 * Maximum vertical distance of two matching words, in page widths: item lines push down the words
 * below them.
 */
const nearDown = 0.5

/** Minimum likeness of two documents of one layout. */
const leastLikeness = 0.42

/**
 * Minimum number of other documents that contain a word: a word in one other document may be there
 * by chance, such as a customer's name.
 */
const fewestPartners = 2

const note = (counts: number[] | undefined, index: number) => {
  if (counts) counts[index] = (counts[index] ?? 0) + 1
}

/**
 * Counts the words that each two pages have in common, and the words of each page that occur on any
 * other page.
 */
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

/** Minimum number of words: fewer say too little about a layout. */
export const leastWords = 6

/**
 * Groups the first pages of documents by layout; the members of each group are in their original
 * order. Likeness is the share of words at the same positions, among the words that occur in any
 * other document. Documents of two issuers that use the same form are two layouts, because each
 * issuer has words that the other lacks.
 *
 * @param pages Words of each first page with their positions in page widths; at most some hundreds
 * of pages.
 * @returns The indices in `pages` of the members of each group.
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

const meanOf = (numbers: readonly number[]) =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)
