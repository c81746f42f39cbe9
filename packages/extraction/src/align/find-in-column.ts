import type { Box, Word } from '@recto/document-text/model'
import { heightOf } from './boxes.ts'
import { type Haystack, type Occurrence, searchable } from './haystack.ts'
import { lazily } from './lazily.ts'
import type { PageIndex } from './page-index.ts'
import { firstIndex, lineOf } from './passage.ts'

/** Maximum distance from the top of one line to the top of the next, in word heights. */
const maxLineDistance = 2.2
const minLetters = 4

/**
 * Finds a text that continues down a column next to other columns, like the lines of an address:
 * each piece must begin below the previous one. A word may be hyphenated at the end of a line. The
 * text must be normalized by `searchable`.
 */
export function findInColumn(
  haystack: Haystack,
  sought: string,
  limit: number,
): readonly Occurrence[] {
  if (sought.length < minLetters) return []
  const found: Occurrence[] = []
  for (const at of haystack.document.pages.keys()) {
    const search = searchOn(haystack.pageIndex(at))
    for (let first = 0; first < search.texts.length && found.length < limit; first++) {
      const words = follow(search, sought, first)
      if (words) found.push([{ page: at, words, match: 'normalised' }])
    }
  }
  return found
}

type Search = { readonly index: PageIndex; readonly texts: readonly string[] }

const searches = new WeakMap<PageIndex, () => Search>()

/** Returns the letters of a page's words, cached per page. */
function searchOn(index: PageIndex): Search {
  const search =
    searches.get(index) ??
    lazily(() => ({ index, texts: index.page.words.map(({ text }) => searchable(text)) }))
  searches.set(index, search)
  return search()
}

type Piece = { readonly first: number; readonly last: number }

/** Returns the words, beginning with `first`, whose letters are exactly the text. */
function follow(search: Search, sought: string, first: number): readonly number[] | undefined {
  const words: number[] = []
  let rest = sought
  let piece: Piece | undefined = { first, last: first }
  while (piece && continues(search, rest, piece.last)) {
    words.push(piece.last)
    rest = rest.slice(search.texts[piece.last]?.length)
    if (rest === '') return words
    piece = nextPiece(search, rest, piece)
  }
  return undefined
}

function continues({ texts }: Search, rest: string, word: number): boolean {
  const text = texts[word] ?? ''
  return text !== '' && rest.startsWith(text)
}

/** Extends the piece by one more word of its line, or by the first word of a piece below it. */
function nextPiece(search: Search, rest: string, { first, last }: Piece): Piece | undefined {
  const { lines } = search.index.page
  const isSameLine = lineOf(lines, last) === lineOf(lines, last + 1)
  if (isSameLine && continues(search, rest, last + 1)) return { first, last: last + 1 }
  const under = below(search, rest, { first, last })
  return under === undefined ? undefined : { first: under, last: under }
}

/**
 * Returns the nearest word below the piece that ends with `last` with which the text can continue.
 */
function below(search: Search, rest: string, { first, last }: Piece): number | undefined {
  const { words } = search.index.page
  const from = words[first]
  const to = words[last]
  if (!from || !to) return undefined
  const order = search.index.fromTop()
  const boxAt = (place: number): Box | undefined => words[order[place] ?? -1]?.box
  const height = heightOf(to.box)
  const start = firstIndex(order.length, (i) => (boxAt(i)?.[1] ?? 0) - to.box[1] > height / 2)
  for (let i = start; i < order.length; i++) {
    const index = order[i] ?? 0
    const word = words[index]
    if (!word || word.box[1] - to.box[1] >= maxLineDistance * height) return undefined
    if (continues(search, rest, index) && isUnder(word, from, to)) return index
  }
  return undefined
}

function isUnder(word: Word, from: Word, to: Word): boolean {
  const height = heightOf(to.box)
  const drop = word.box[1] - to.box[1]
  const isNear = drop > height / 2 && drop < maxLineDistance * height
  return isNear && word.box[0] > from.box[0] - 2 * height && word.box[0] < to.box[2]
}
