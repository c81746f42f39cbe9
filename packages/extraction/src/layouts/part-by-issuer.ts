import { fitFrame, moved, type PlacedLetters } from './frame.ts'
import { nearAcross } from './pair-words.ts'
import { isOwnWord } from './static-words.ts'

const nearDown = 0.15
/**
 * Minimum number of lines that only one side has, and for a side of few members their minimum share
 * of the lines that its members have in common.
 */
const leastLines = 3
const leastShare = 0.35
/** Line height in page widths: words closer than this are on one line. */
const lineHeight = 0.012
const mostParts = 20
const fewMembers = 3

/** Word at a position, with the members whose pages have it there. */
type PlacedWord = PlacedLetters & { readonly members: Set<number> }

/**
 * Splits a group of documents by issuer: some members must have words that all others lack, and the
 * others must have words that these lack. A block that is only missing on some documents does not
 * split the group.
 */
export function partedByIssuer(
  group: readonly number[],
  pages: readonly (readonly PlacedLetters[])[],
): readonly (readonly number[])[] {
  if (group.length < 4) return [group]
  const words = wordsOf(group, pages)
  const sides = new Map(words.map(({ members }) => [[...members].join(), members]))
  const parting = [...sides.values()]
    .filter(({ size }) => size >= 2 && size <= group.length - 2)
    .slice(0, mostParts * group.length)
    .find((members) => {
      const [here, there] = sidesOf(group, members)
      return hasOwn(words, here, there) && hasOwn(words, there, here)
    })
  return parting ? sidesOf(group, parting).flatMap((side) => partedByIssuer(side, pages)) : [group]
}

const sidesOf = (
  group: readonly number[],
  members: ReadonlySet<number>,
): readonly [readonly number[], readonly number[]] => [
  group.filter((i) => members.has(i)),
  group.filter((i) => !members.has(i)),
]

/**
 * Whether many of the lines that nearly all members of one side have occur on nearly none of the
 * other.
 */
function hasOwn(
  words: readonly PlacedWord[],
  own: readonly number[],
  others: readonly number[],
): boolean {
  const has = (side: readonly number[], { members }: Pick<PlacedWord, 'members'>) =>
    side.filter((i) => members.has(i)).length / side.length
  const shared = words.filter((word) => has(own, word) >= 0.8)
  if (own.length > fewMembers)
    return linesOf(shared.filter((word) => has(others, word) <= 0.1)) >= leastLines
  // A few documents may have many lines in common by chance, such as those of a customer.
  const alone = linesOf(shared.filter((word) => has(others, anywhere(words, word)) <= 0.1))
  return alone >= leastLines && alone >= linesOf(shared) * leastShare
}

/**
 * Returns the members that have the word at any vertical position, because a longer list moves it.
 */
function anywhere(words: readonly PlacedWord[], { letters, x }: PlacedWord) {
  const same = words.filter(
    (other) => other.letters === letters && Math.abs(other.x - x) <= nearAcross,
  )
  return { members: new Set(same.flatMap(({ members }) => [...members])) }
}

/**
 * Counts lines of words. A number of many digits, such as a telephone or account number, identifies
 * an issuer as well as a line of words does.
 */
const linesOf = (words: readonly PlacedWord[]) =>
  new Set(
    words.map(({ letters, y }) => (/\d{6}/.test(letters) ? letters : Math.round(y / lineHeight))),
  ).size

/**
 * Returns the words of a group that are not common words, with their positions mapped to the newest
 * member's page.
 */
function wordsOf(
  group: readonly number[],
  pages: readonly (readonly PlacedLetters[])[],
): readonly PlacedWord[] {
  const newest = pages[group.at(-1) ?? -1] ?? []
  const found = new Map<string, PlacedWord[]>()
  for (const i of group) {
    const page = pages[i] ?? []
    const frame = fitFrame(page, newest)
    for (const word of page) {
      if (isOwnWord(word.letters)) noteWord(found, moved(frame, word), i)
    }
  }
  return [...found.values()].flat()
}

function noteWord(found: Map<string, PlacedWord[]>, position: PlacedLetters, member: number): void {
  const known = found.get(position.letters) ?? []
  found.set(position.letters, known)
  const same = known.find(
    ({ x, y, members }) =>
      !members.has(member) &&
      Math.abs(x - position.x) <= nearAcross &&
      Math.abs(y - position.y) <= nearDown,
  )
  if (same) same.members.add(member)
  else known.push({ ...position, members: new Set([member]) })
}
