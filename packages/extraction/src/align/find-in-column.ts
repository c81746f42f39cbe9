import type { Page, Word } from '@recto/document-text/model'
import { heightOf } from './boxes.ts'
import { type Haystack, type Occurrence, searchable } from './haystack.ts'
import { lineOf } from './passage.ts'

/** In heights of a word, from the top of one line to the top of the next. */
const maxLineDistance = 2.2
const minLetters = 4

/**
 * Finds a text that goes on below itself while other columns stand beside it, as the lines of an
 * address do: each piece must begin under the piece before. A word may be broken at a line's end.
 */
export function findInColumn({ document }: Haystack, value: string): readonly Occurrence[] {
  const sought = searchable(value)
  if (sought.length < minLetters) return []
  return document.pages.flatMap((page, at) => {
    const texts = page.words.map((word) => searchable(word.text))
    return texts.flatMap((_, first) => {
      const words = follow({ page, texts }, sought, first)
      return words ? [[{ page: at, words, match: 'normalised' }] satisfies Occurrence] : []
    })
  })
}

type Search = { readonly page: Page; readonly texts: readonly string[] }

type Piece = { readonly first: number; readonly last: number }

/** The words from the first on whose letters are the text, if they are all of it. */
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

/** The same piece with one more word of its line, or the first word of a piece under it. */
function nextPiece(search: Search, rest: string, { first, last }: Piece): Piece | undefined {
  const { lines } = search.page
  const isSameLine = lineOf(lines, last) === lineOf(lines, last + 1)
  if (isSameLine && continues(search, rest, last + 1)) return { first, last: last + 1 }
  const under = below(search, rest, { first, last })
  return under === undefined ? undefined : { first: under, last: under }
}

/** The nearest word under the piece that ends with `last` with which the text may go on. */
function below(search: Search, rest: string, { first, last }: Piece): number | undefined {
  const { words } = search.page
  const from = words[first]
  const to = words[last]
  if (!from || !to) return undefined
  const under = words.flatMap((word, i) =>
    continues(search, rest, i) && isUnder(word, from, to) ? [{ i, box: word.box }] : [],
  )
  return under.toSorted((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0])[0]?.i
}

function isUnder(word: Word, from: Word, to: Word): boolean {
  const height = heightOf(to.box)
  const drop = word.box[1] - to.box[1]
  const isNear = drop > height / 2 && drop < maxLineDistance * height
  return isNear && word.box[0] > from.box[0] - 2 * height && word.box[0] < to.box[2]
}
