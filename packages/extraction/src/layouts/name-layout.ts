import { type LaidDocument, type LaidWord, segmentsOf } from './laid-page.ts'
import type { StaticWord } from './layout.ts'

/** Maximum length of a name, in characters. */
const longestName = 100

/**
 * Names a layout for people: the first words on its page that no other issuer prints, otherwise the
 * first words that all of its documents share.
 *
 * @param document Document of the layout.
 * @param statics Indices of the first page's words that are static words of the layout.
 */
export function nameLayout(
  { first }: LaidDocument,
  statics: ReadonlySet<number>,
  words: readonly StaticWord[],
): string | undefined {
  const own = new Set(words.filter(({ isOwn }) => isOwn).map(({ letters }) => letters))
  const standing = first.rows
    .flatMap(segmentsOf)
    .map((segment) => segment.filter(({ at: index }) => statics.has(index)))
    .filter((segment) => segment.some(isWord))
  const isOwnSegment = (segment: readonly LaidWord[]) =>
    segment.filter((word) => isWord(word) && own.has(word.letters)).length * 2 > segment.length
  const named = standing.find(isOwnSegment) ?? standing[0]
  const text = named?.map((word) => word.text).join(' ')
  return text !== undefined && text.length > longestName
    ? `${text.slice(0, longestName - 1)}…`
    : text
}

const isWord = ({ letters }: LaidWord) => /\p{L}{2}/u.test(letters)
