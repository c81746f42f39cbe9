import { type LaidDocument, type LaidWord, segmentsOf } from './laid-page.ts'
import type { StaticWord } from './layout.ts'

/** In letters. */
const longestName = 100

/**
 * By what people know a layout: the first words on its page that no other issuer prints, else the first that stand on
 * all of its documents.
 *
 * @param document One of the layout.
 * @param statics The words of its first page that are the layout's, by their places.
 */
export function nameLayout(
  { first }: LaidDocument,
  statics: ReadonlySet<number>,
  words: readonly StaticWord[],
): string | undefined {
  const own = new Set(words.flatMap(({ letters, isOwn }) => (isOwn ? [letters] : [])))
  const standing = first.rows
    .flatMap(segmentsOf)
    .map((segment) => segment.filter(({ at }) => statics.has(at)))
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
