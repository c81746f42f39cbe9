import { joinGroups } from './join-groups.ts'
import type { PositionedLetters } from './page-transform.ts'
import { pairWords } from './pair-words.ts'
import { splitByIssuer } from './split-by-issuer.ts'

/**
 * Maximum vertical distance of two matching words, in page widths: item lines push down the words
 * below them.
 */
const maxVerticalDistance = 0.5

/** Minimum likeness of two documents of one layout. */
const minLikeness = 0.42

/**
 * Minimum number of other documents that contain a word: a word in one other document may be there
 * by chance, such as a customer's name.
 */
const minPartners = 2

const incrementCount = (counts: number[] | undefined, index: number) => {
  if (counts) counts[index] = (counts[index] ?? 0) + 1
}

/**
 * Counts the words that each two pages have in common, and the words of each page that occur on any
 * other page.
 */
function countSharedWords(pages: readonly (readonly PositionedLetters[])[]) {
  const partners = pages.map((page) => page.map(() => 0))
  const shared = new Map<string, number>()
  for (const [i, page] of pages.entries()) {
    for (const [j, otherPage] of pages.entries()) {
      if (j <= i) continue
      const pairs = pairWords(page, otherPage, maxVerticalDistance)
      shared.set(`${i}/${j}`, pairs.length)
      for (const { index, otherIndex } of pairs) {
        incrementCount(partners[i], index)
        incrementCount(partners[j], otherIndex)
      }
    }
  }
  return {
    countShared: (i: number, j: number) => shared.get(i < j ? `${i}/${j}` : `${j}/${i}`) ?? 0,
    countCommon: (i: number) => partners[i]?.filter((count) => count >= minPartners).length ?? 0,
  }
}

/** Minimum number of words: fewer say too little about a layout. */
export const minWords = 6

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
  pages: readonly (readonly PositionedLetters[])[],
): readonly (readonly number[])[] {
  const { countShared, countCommon } = countSharedWords(pages)
  const likeness = (i: number, j: number) => {
    const all = countCommon(i) + countCommon(j) - countShared(i, j)
    return all < minWords ? 0 : countShared(i, j) / all
  }
  const groups: number[][] = []
  for (const i of pages.keys()) {
    const rankedGroups = groups
      .map((group) => ({ group, mean: meanOf(group.map((j) => likeness(i, j))) }))
      .toSorted((a, b) => b.mean - a.mean)
    const [best] = rankedGroups
    if (best && best.mean >= minLikeness) best.group.push(i)
    else groups.push([i])
  }
  return joinGroups(groups, pages).flatMap((group) => splitByIssuer(group, pages))
}

const meanOf = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length)
