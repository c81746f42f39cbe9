import type { Box, Word } from '@recto/document-text/model'
import { getHeight } from './boxes.ts'
import { type Haystack, type Occurrence, toSearchText } from './haystack.ts'
import { lazy } from './lazy.ts'
import type { PageIndex } from './page-index.ts'
import { findFirstIndex, findLineIndex } from './passage.ts'

/** Maximum distance from the top of one line to the top of the next, in word heights. */
const maxLineDistance = 2.2
const minLetters = 4

/**
 * Finds a text that continues down a column next to other columns, like the lines of an address:
 * each piece must begin below the previous one. A word may be hyphenated at the end of a line. The
 * text must be normalized by `toSearchText`.
 */
export function findInColumn(
  haystack: Haystack,
  text: string,
  limit: number,
): readonly Occurrence[] {
  if (text.length < minLetters) return []
  const occurrences: Occurrence[] = []
  for (const pageIndex of haystack.document.pages.keys()) {
    const search = getColumnSearch(haystack.pageIndex(pageIndex))
    for (let first = 0; first < search.texts.length && occurrences.length < limit; first++) {
      const words = followText(search, text, first)
      if (words) occurrences.push([{ page: pageIndex, words, match: 'normalised' }])
    }
  }
  return occurrences
}

type ColumnSearch = { readonly index: PageIndex; readonly texts: readonly string[] }

const searches = new WeakMap<PageIndex, () => ColumnSearch>()

/** Returns the letters of a page's words, cached per page. */
function getColumnSearch(index: PageIndex): ColumnSearch {
  const search =
    searches.get(index) ??
    lazy(() => ({ index, texts: index.page.words.map(({ text }) => toSearchText(text)) }))
  searches.set(index, search)
  return search()
}

type Piece = { readonly first: number; readonly last: number }

/** Returns the words, beginning with `first`, whose letters are exactly the text. */
function followText(
  search: ColumnSearch,
  text: string,
  first: number,
): readonly number[] | undefined {
  const words: number[] = []
  let rest = text
  let piece: Piece | undefined = { first, last: first }
  while (piece && isContinuedBy(search, rest, piece.last)) {
    words.push(piece.last)
    rest = rest.slice(search.texts[piece.last]?.length)
    if (rest === '') return words
    piece = findNextPiece(search, rest, piece)
  }
  return undefined
}

function isContinuedBy({ texts }: ColumnSearch, rest: string, word: number): boolean {
  const text = texts[word] ?? ''
  return text !== '' && rest.startsWith(text)
}

/** Extends the piece by one more word of its line, or by the first word of a piece below it. */
function findNextPiece(
  search: ColumnSearch,
  rest: string,
  { first, last }: Piece,
): Piece | undefined {
  const { lines } = search.index.page
  const isSameLine = findLineIndex(lines, last) === findLineIndex(lines, last + 1)
  if (isSameLine && isContinuedBy(search, rest, last + 1)) return { first, last: last + 1 }
  const wordBelow = findWordBelow(search, rest, { first, last })
  return wordBelow === undefined ? undefined : { first: wordBelow, last: wordBelow }
}

/**
 * Returns the nearest word below the piece that ends with `last` with which the text can continue.
 */
function findWordBelow(
  search: ColumnSearch,
  rest: string,
  { first, last }: Piece,
): number | undefined {
  const { words } = search.index.page
  const from = words[first]
  const to = words[last]
  if (!from || !to) return undefined
  const wordsFromTop = search.index.wordsFromTop()
  const boxAt = (rank: number): Box | undefined => words[wordsFromTop[rank] ?? -1]?.box
  const height = getHeight(to.box)
  const start = findFirstIndex(
    wordsFromTop.length,
    (i) => (boxAt(i)?.[1] ?? 0) - to.box[1] > height / 2,
  )
  for (let i = start; i < wordsFromTop.length; i++) {
    const index = wordsFromTop[i] ?? 0
    const word = words[index]
    if (!word || word.box[1] - to.box[1] >= maxLineDistance * height) return undefined
    if (isContinuedBy(search, rest, index) && isUnder(word, from, to)) return index
  }
  return undefined
}

function isUnder(word: Word, from: Word, to: Word): boolean {
  const height = getHeight(to.box)
  const drop = word.box[1] - to.box[1]
  const isNear = drop > height / 2 && drop < maxLineDistance * height
  return isNear && word.box[0] > from.box[0] - 2 * height && word.box[0] < to.box[2]
}
