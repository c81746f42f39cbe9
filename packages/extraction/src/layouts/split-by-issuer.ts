import { fitTransform, mapLetters, type PositionedLetters } from './page-transform.ts'
import { maxHorizontalDistance } from './pair-words.ts'
import { isOwnWord } from './static-words.ts'

const maxVerticalDistance = 0.15
/**
 * Minimum number of lines that only one side has, and for a side of few members their minimum share
 * of the lines that its members have in common.
 */
const minLines = 3
const minShare = 0.35
/** Line height in page widths: words closer than this are on one line. */
const lineHeight = 0.012
const maxSplits = 20
const smallGroupSize = 3

/** Word at a position, with the members whose pages have it there. */
type GroupWord = PositionedLetters & { readonly members: Set<number> }

/**
 * Splits a group of documents by issuer: some members must have words that all others lack, and the
 * others must have words that these lack. A block that is only missing on some documents does not
 * split the group.
 */
export function splitByIssuer(
  group: readonly number[],
  pages: readonly (readonly PositionedLetters[])[],
): readonly (readonly number[])[] {
  if (group.length < 4) return [group]
  const words = collectWords(group, pages)
  const sides = new Map(words.map(({ members }) => [[...members].join(), members]))
  const splitMembers = [...sides.values()]
    .filter(({ size }) => size >= 2 && size <= group.length - 2)
    .slice(0, maxSplits * group.length)
    .find((members) => {
      const [side, otherSide] = partition(group, members)
      return hasOwnLines(words, side, otherSide) && hasOwnLines(words, otherSide, side)
    })
  return splitMembers
    ? partition(group, splitMembers).flatMap((side) => splitByIssuer(side, pages))
    : [group]
}

const partition = (
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
function hasOwnLines(
  words: readonly GroupWord[],
  side: readonly number[],
  otherSide: readonly number[],
): boolean {
  const shareWithWord = (pageIndices: readonly number[], { members }: Pick<GroupWord, 'members'>) =>
    pageIndices.filter((i) => members.has(i)).length / pageIndices.length
  const shared = words.filter((word) => shareWithWord(side, word) >= 0.8)
  if (side.length > smallGroupSize)
    return countLines(shared.filter((word) => shareWithWord(otherSide, word) <= 0.1)) >= minLines
  // A few documents may have many lines in common by chance, such as those of a customer.
  const ownLineCount = countLines(
    shared.filter((word) => shareWithWord(otherSide, mergeHeights(words, word)) <= 0.1),
  )
  return ownLineCount >= minLines && ownLineCount >= countLines(shared) * minShare
}

/**
 * Returns the members that have the word at any vertical position, because a longer list moves it.
 */
function mergeHeights(words: readonly GroupWord[], { letters, x }: GroupWord) {
  const sameWords = words.filter(
    (candidate) =>
      candidate.letters === letters && Math.abs(candidate.x - x) <= maxHorizontalDistance,
  )
  return { members: new Set(sameWords.flatMap(({ members }) => [...members])) }
}

/**
 * Counts lines of words. A number of many digits, such as a telephone or account number, identifies
 * an issuer as well as a line of words does.
 */
const countLines = (words: readonly GroupWord[]) =>
  new Set(
    words.map(({ letters, y }) => (/\d{6}/.test(letters) ? letters : Math.round(y / lineHeight))),
  ).size

/**
 * Returns the words of a group that are not common words, with their positions mapped to the newest
 * member's page.
 */
function collectWords(
  group: readonly number[],
  pages: readonly (readonly PositionedLetters[])[],
): readonly GroupWord[] {
  const newest = pages[group.at(-1) ?? -1] ?? []
  const wordsByLetters = new Map<string, GroupWord[]>()
  for (const i of group) {
    const page = pages[i] ?? []
    const transform = fitTransform(page, newest)
    for (const word of page) {
      if (isOwnWord(word.letters)) addWord(wordsByLetters, mapLetters(transform, word), i)
    }
  }
  return [...wordsByLetters.values()].flat()
}

function addWord(
  wordsByLetters: Map<string, GroupWord[]>,
  position: PositionedLetters,
  member: number,
): void {
  const candidates = wordsByLetters.get(position.letters) ?? []
  wordsByLetters.set(position.letters, candidates)
  const match = candidates.find(
    ({ x, y, members }) =>
      !members.has(member) &&
      Math.abs(x - position.x) <= maxHorizontalDistance &&
      Math.abs(y - position.y) <= maxVerticalDistance,
  )
  if (match) match.members.add(member)
  else candidates.push({ ...position, members: new Set([member]) })
}
