import type { PlacedLetters } from './frame.ts'
import { isOfIssuer, shareOfOwnLines } from './own-lines.ts'
import { pairWords } from './pair-words.ts'
import { staticWords } from './static-words.ts'

/**
 * Minimum number of members of the larger group: fewer documents have many words in common by
 * chance.
 */
const fewestMembers = 3
/** Minimum share of the group's common words that a document must contain. */
const leastFound = 0.72
const nearDown = 0.5

type Pages = readonly (readonly PlacedLetters[])[]

/**
 * Lets documents of smaller groups join a larger one whose common words they contain: a page with
 * many unique lines, such as bookings, has little in common with any single other page.
 */
export function joinedGroups(
  groups: readonly (readonly number[])[],
  pages: Pages,
): readonly (readonly number[])[] {
  const open = groups.toSorted((a, b) => b.length - a.length).map((group) => [...group])
  for (const group of open) {
    if (group.length < fewestMembers) continue
    const isOfGroup = fitterOf(group, pages)
    for (const other of open) {
      if (other === group || other.length >= group.length) continue
      const joining = other.filter(isOfGroup)
      group.push(...joining)
      other.splice(0, other.length, ...other.filter((i) => !joining.includes(i)))
    }
    group.sort((a, b) => a - b)
  }
  return open.filter(({ length }) => length > 0)
}

function fitterOf(group: readonly number[], pages: Pages): (i: number) => boolean {
  const words = staticWords(group.map((i) => pages[i] ?? []))
  const placed = words.map(({ letters, x, y }) => ({ letters, x: middle(x), y: middle(y) }))
  return (i) => {
    const pairs = pairWords(pages[i] ?? [], placed, nearDown)
    if (words.length === 0 || pairs.length < words.length * leastFound) return false
    const standing = new Set(pairs.flatMap(({ there }) => words[there] ?? []))
    return isOfIssuer(shareOfOwnLines(words, standing))
  }
}

const middle = ([least, most]: readonly [number, number]) => (least + most) / 2
