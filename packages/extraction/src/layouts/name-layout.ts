import type { StaticWord } from './layout.ts'
import { type EndPages, type PositionedWord, splitAtGaps } from './positioned-page.ts'

/** Maximum length of a name, in characters. */
const maxNameLength = 100

/**
 * Names a layout for people: the first words on its page that no other issuer prints, otherwise the
 * first words that all of its documents share.
 *
 * @param document Document of the layout.
 * @param staticIndices Indices of the first page's words that are static words of the layout.
 */
export function nameLayout(
  { first }: EndPages,
  staticIndices: ReadonlySet<number>,
  words: readonly StaticWord[],
): string | undefined {
  const ownLetters = new Set(words.filter(({ isOwn }) => isOwn).map(({ letters }) => letters))
  const staticSegments = first.rows
    .flatMap(splitAtGaps)
    .map((segment) => segment.filter(({ index }) => staticIndices.has(index)))
    .filter((segment) => segment.some(isWord))
  const isOwnSegment = (segment: readonly PositionedWord[]) =>
    segment.filter((word) => isWord(word) && ownLetters.has(word.letters)).length * 2 >
    segment.length
  const nameSegment = staticSegments.find(isOwnSegment) ?? staticSegments[0]
  const text = nameSegment?.map((word) => word.text).join(' ')
  return text !== undefined && text.length > maxNameLength
    ? `${text.slice(0, maxNameLength - 1)}…`
    : text
}

const isWord = ({ letters }: PositionedWord) => /\p{L}{2}/u.test(letters)
