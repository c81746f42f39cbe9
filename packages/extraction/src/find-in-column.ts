import type { Box, Page, Word } from '@recto/document-text/model'
import { type Haystack, type Occurrence, searchable } from './haystack.ts'
import { lineOf } from './passage.ts'

const farthestLine = 3

/**
 * Finds a text that goes on below itself while other columns stand beside it, as the lines of an
 * address do: each piece must begin under the piece before.
 */
export function findInColumn({ document }: Haystack, value: string): readonly Occurrence[] {
  const sought = value.split(/\s+/u).map(searchable).filter(Boolean)
  if (sought.length < 2) return []
  return document.pages.flatMap((page, at) => {
    const texts = page.words.map((word) => searchable(word.text))
    return texts.flatMap((text, first) => {
      const words = text === sought[0] ? follow({ page, texts, sought }, first) : undefined
      return words ? [[{ page: at, words, match: 'normalised' }] satisfies Occurrence] : []
    })
  })
}

type Search = {
  readonly page: Page
  readonly texts: readonly string[]
  readonly sought: readonly string[]
}

function follow(search: Search, first: number): readonly number[] | undefined {
  const words = [first]
  let piece = first
  for (const text of search.sought.slice(1)) {
    const last = words.at(-1) ?? first
    const isBeside = search.texts[last + 1] === text && isSameLine(search.page, last, last + 1)
    const next = isBeside ? last + 1 : below(search, text, { piece, last })
    if (next === undefined) return undefined
    if (!isBeside) piece = next
    words.push(next)
  }
  return words
}

function isSameLine(page: Page, a: number, b: number): boolean {
  return lineOf(page.lines, a) === lineOf(page.lines, b)
}

/** The nearest word of that text under the piece that ends with `last`. */
function below(
  { page, texts }: Search,
  text: string,
  { piece, last }: { readonly piece: number; readonly last: number },
): number | undefined {
  const from = page.words[piece]
  const to = page.words[last]
  if (!from || !to) return undefined
  const under = texts.flatMap((candidate, i) => {
    const word = page.words[i]
    return candidate === text && word && isUnder(word, from, to) ? [{ i, top: word.box[1] }] : []
  })
  return under.toSorted((a, b) => a.top - b.top)[0]?.i
}

function isUnder(word: Word, from: Word, to: Word): boolean {
  const height = heightOf(to.box)
  const drop = word.box[1] - to.box[1]
  const isNear = drop > height / 2 && drop < farthestLine * height * 1.5
  return isNear && word.box[0] > from.box[0] - 2 * height && word.box[0] < to.box[2]
}

function heightOf(box: Box): number {
  return box[3] - box[1]
}
