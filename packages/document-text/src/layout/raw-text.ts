import type { DocumentText, Page, Word } from '../model.ts'
import { assembleText, type LayoutText, separatorOf, type TextPart } from './assemble-text.ts'
import type { LayoutOptions } from './layout-text.ts'

type RawOptions = Pick<LayoutOptions, 'pageSeparator' | 'addLineNumbers'>

/** Points. A wider gap, or a larger step across the line, begins a new word; a larger step a new line. */
const tolerance = 3
const afterSeparator = `\f${'\n'.repeat(7)}`

type RawLine = { readonly text: string; readonly words: readonly number[] }

/**
 * The text of native pages without layout, line by line across the page, by a fixed rule, so that outputs can
 * be compared byte by byte: upright letters only; a word is letters of one line that lie within 3 points of
 * each other, along the line and by their upper edges, with no space between them that the file spells; lines
 * are words whose upper edges lie within 3 points of each other. It needs `word.glyphs`; a word without
 * them stands by itself.
 */
export function rawText(document: DocumentText, options: RawOptions = {}): LayoutText {
  return assembleText(document, (page) => partsOf(page, options), options)
}

function partsOf(page: Page, options: RawOptions): readonly TextPart[] {
  const lines = nearByTop(nearByTop(upright(page)).flatMap(wordsOf)).map(joinWords)
  return [
    ...lines.flatMap((line, i) => (i === 0 ? [line] : [{ text: '\n' }, line])),
    { text: `\n${rawTail(page, options.pageSeparator)}` },
  ]
}

/** End of a page without layout, starting with its separator. */
export function rawTail(page: Page, pageSeparator?: string): string {
  return `${separatorOf(page, pageSeparator)}\n${afterSeparator}`
}

type Piece = {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly top: number
  /** Whether a new word begins before it or after it, however near the next is. */
  readonly startsWord: boolean
  readonly endsWord: boolean
  /** Into `page.words`. */
  readonly index: number
}

type RawWord = {
  readonly text: string
  readonly start: number
  readonly top: number
  readonly indices: readonly number[]
}

/** The letters of the page that stand upright. */
function upright(page: Page): Piece[] {
  return page.lines
    .filter(({ angle }) => angle === undefined)
    .flatMap(({ start, end }) =>
      page.words.slice(start, end).flatMap((w, i) => lettersOf(w, start + i)),
    )
}

function lettersOf({ text, box, glyphs }: Word, index: number): readonly Piece[] {
  const [start, top, end] = box
  const letters = [...text]
  if (!glyphs || glyphs.edges.length !== letters.length * 2) {
    return [{ text, start, end, top, startsWord: true, endsWord: true, index }]
  }
  const { edges, tops, isSpaced } = glyphs
  return letters.map((letter, i) => ({
    text: letter,
    start: edges[i * 2]!,
    end: edges[i * 2 + 1]!,
    top: tops?.[i] ?? top,
    startsWord: false,
    endsWord: isSpaced && i === letters.length - 1,
    index,
  }))
}

/** Groups from top to bottom, in each of which one upper edge follows the other within the tolerance. */
function nearByTop<T extends { readonly top: number; readonly start: number }>(
  all: readonly T[],
): readonly (readonly T[])[] {
  const groups: T[][] = []
  let last = Number.NEGATIVE_INFINITY
  for (const one of all.toSorted((a, b) => a.top - b.top)) {
    if (one.top - last > tolerance) groups.push([])
    groups.at(-1)!.push(one)
    last = one.top
  }
  return groups.map((group) => group.sort((a, b) => a.start - b.start))
}

/** Groups pieces, ordered from left to right, into words. */
function wordsOf(pieces: readonly Piece[]): readonly RawWord[] {
  const words: Piece[][] = []
  let last: Piece | undefined
  for (const piece of pieces) {
    if (!last || isApart(last, piece)) words.push([])
    words.at(-1)!.push(piece)
    last = piece
  }
  return words.map((word) => ({
    text: word.map(({ text }) => text).join(''),
    start: word[0]!.start,
    top: word.reduce((top, piece) => Math.min(top, piece.top), Number.POSITIVE_INFINITY),
    indices: [...new Set(word.map(({ index }) => index))],
  }))
}

function isApart(previous: Piece, next: Piece): boolean {
  if (previous.endsWord || next.startsWord) return true
  if (Math.abs(next.top - previous.top) > tolerance) return true
  return next.start - previous.end > tolerance
}

function joinWords(line: readonly RawWord[]): RawLine {
  return {
    text: line.map(({ text }) => text).join(' '),
    words: [...new Set(line.flatMap(({ indices }) => indices))],
  }
}
