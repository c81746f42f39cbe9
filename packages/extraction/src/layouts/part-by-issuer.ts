import { fitFrame, moved, type PlacedLetters } from './frame.ts'
import { nearAcross } from './pair-words.ts'
import { isOwnWord } from './static-words.ts'

const nearDown = 0.15
/** So many lines each side must have to itself, and a side of few so much of all the lines that its members share. */
const leastLines = 3
const leastShare = 0.35
/** In widths: words that are less apart stand on one line. */
const lineHeight = 0.012
const mostParts = 20
const fewMembers = 3

/** A word at a place, and the members on whose pages it stands there. */
type PlacedWord = PlacedLetters & { readonly members: Set<number> }

/**
 * Parts a group of documents into those of each issuer: where some members have words that all the others lack, and
 * those have others at the same time. A block that some documents have and others have not parts nothing.
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

/** Whether many of the lines that nearly all members of the one side have stand on nearly none of the other. */
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
  // Of a few documents many lines may be alike by chance, such as those of a customer.
  const alone = linesOf(shared.filter((word) => has(others, anywhere(words, word)) <= 0.1))
  return alone >= leastLines && alone >= linesOf(shared) * leastShare
}

/** Also further up or down, where a list is longer on some than on others. */
function anywhere(words: readonly PlacedWord[], { letters, x }: PlacedWord) {
  const same = words.filter(
    (other) => other.letters === letters && Math.abs(other.x - x) <= nearAcross,
  )
  return { members: new Set(same.flatMap(({ members }) => [...members])) }
}

/** A number of many digits, such as a telephone or an account, says as much of an issuer as a line of words. */
const linesOf = (words: readonly PlacedWord[]) =>
  new Set(
    words.map(({ letters, y }) => (/\d{6}/.test(letters) ? letters : Math.round(y / lineHeight))),
  ).size

/** The words that are no usual ones, as seen from the newest member. */
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

function noteWord(found: Map<string, PlacedWord[]>, at: PlacedLetters, member: number): void {
  const known = found.get(at.letters) ?? []
  found.set(at.letters, known)
  const same = known.find(
    ({ x, y, members }) =>
      !members.has(member) && Math.abs(x - at.x) <= nearAcross && Math.abs(y - at.y) <= nearDown,
  )
  if (same) same.members.add(member)
  else known.push({ ...at, members: new Set([member]) })
}
