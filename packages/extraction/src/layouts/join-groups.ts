import { isFromIssuer, shareOfOwnLines } from './own-lines.ts'
import type { PositionedLetters } from './page-transform.ts'
import { pairWords } from './pair-words.ts'
import { findStaticWords } from './static-words.ts'

/**
 * Minimum number of members of the larger group: fewer documents have many words in common by
 * chance.
 */
const minMembers = 3
/** Minimum share of the group's common words that a document must contain. */
const minWordShare = 0.72
const maxVerticalDistance = 0.5

type Pages = readonly (readonly PositionedLetters[])[]

/**
 * Lets documents of smaller groups join a larger one whose common words they contain: a page with
 * many unique lines, such as bookings, has little in common with any single other page.
 */
export function joinGroups(
  groups: readonly (readonly number[])[],
  pages: Pages,
): readonly (readonly number[])[] {
  const open = groups.toSorted((a, b) => b.length - a.length).map((group) => [...group])
  for (const group of open) {
    if (group.length < minMembers) continue
    const isOfGroup = createMembershipTest(group, pages)
    for (const smallerGroup of open) {
      if (smallerGroup === group || smallerGroup.length >= group.length) continue
      const newMembers = smallerGroup.filter(isOfGroup)
      group.push(...newMembers)
      smallerGroup.splice(
        0,
        smallerGroup.length,
        ...smallerGroup.filter((i) => !newMembers.includes(i)),
      )
    }
    group.sort((a, b) => a - b)
  }
  return open.filter(({ length }) => length > 0)
}

function createMembershipTest(group: readonly number[], pages: Pages): (i: number) => boolean {
  const words = findStaticWords(group.map((i) => pages[i] ?? []))
  const wordPositions = words.map(({ letters, x, y }) => ({ letters, x: middle(x), y: middle(y) }))
  return (i) => {
    const pairs = pairWords(pages[i] ?? [], wordPositions, maxVerticalDistance)
    if (words.length === 0 || pairs.length < words.length * minWordShare) return false
    const presentWords = new Set(pairs.flatMap(({ otherIndex }) => words[otherIndex] ?? []))
    return isFromIssuer(shareOfOwnLines(words, presentWords))
  }
}

const middle = ([min, max]: readonly [number, number]) => (min + max) / 2
