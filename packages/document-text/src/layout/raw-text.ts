import type { DocumentText, Page, Word } from '../model.ts'
import { hasRightToLeft } from '../text-direction.ts'
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
  const isTurned = page.words.some(({ text }) => hasRightToLeft(text))
  const rows = nearByTop(nearByTop(upright(page, isTurned)).flatMap(wordsOf))
  const lines = rows.map((row) => joinWords(isTurned ? row.toSorted(byIndex) : row))
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
  /** A space that the file spells: it ends a word wherever it is drawn. */
  readonly isSpace?: true
  /** Into `page.words`. */
  readonly index: number
}

type RawWord = {
  readonly text: string
  readonly start: number
  readonly top: number
  readonly indices: readonly number[]
}

/** The letters of the page that stand upright. A page with text that runs from the right keeps the words of its reader. */
function upright(page: Page, isTurned: boolean): Piece[] {
  return page.lines
    .filter(({ angle }) => angle === undefined)
    .flatMap(({ start, end, box }) =>
      page.words
        .slice(start, end)
        .flatMap((word, i) =>
          isTurned ? { ...wholeWord(word, start + i), top: box[1] } : lettersOf(word, start + i),
        ),
    )
}

function wholeWord({ text, box: [start, top, end] }: Word, index: number): Piece {
  return { text, start, end, top, startsWord: true, endsWord: true, index }
}

function lettersOf(word: Word, index: number): readonly Piece[] {
  const { text, box, glyphs } = word
  const letters = [...text]
  if (!glyphs || glyphs.edges.length < letters.length * 2) return [wholeWord(word, index)]
  const { edges, tops, isSpaced } = glyphs
  const placeOf = (i: number) => ({
    start: edges[i * 2]!,
    end: edges[i * 2 + 1]!,
    top: tops?.[i] ?? box[1],
    startsWord: false,
    index,
  })
  const hasSpaces = edges.length > letters.length * 2
  const pieces = letters.map((text, i): Piece => {
    const endsWord = isSpaced && !hasSpaces && i === letters.length - 1
    return { text, ...placeOf(i), endsWord }
  })
  for (let i = letters.length; i < edges.length / 2; i++)
    pieces.push({ text: ' ', ...placeOf(i), endsWord: true, isSpace: true })
  return pieces
}

type PlacedPiece = Pick<Piece, 'top' | 'start' | 'isSpace'>

/** Files place letters no more precisely, and a comparison must not depend on what is below. */
const thousandths = 1000

/** Groups from top to bottom, in each of which one upper edge follows the other within the tolerance. */
function nearByTop<T extends PlacedPiece>(all: readonly T[]): readonly (readonly T[])[] {
  const groups: T[][] = []
  let last = Number.NEGATIVE_INFINITY
  for (const one of all.toSorted((a, b) => a.top - b.top)) {
    if (one.top - last > tolerance) groups.push([])
    groups.at(-1)!.push(one)
    last = one.top
  }
  return groups.map((group) => group.sort(byStart))
}

/** What begins in one place is ordered from top to bottom; a letter that is set over a space is drawn behind it. */
function byStart(a: PlacedPiece, b: PlacedPiece): number {
  const step = (from: number, to: number) => Math.round((from - to) * thousandths)
  const spaceFirst = Number(b.isSpace ?? false) - Number(a.isSpace ?? false)
  return step(a.start, b.start) || step(a.top, b.top) || spaceFirst
}

/** Groups pieces, ordered from left to right, into words. */
function wordsOf(pieces: readonly Piece[]): readonly RawWord[] {
  const words: Piece[][] = []
  let last: Piece | undefined
  for (const piece of pieces) {
    if (piece.isSpace) {
      last = undefined
      continue
    }
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

/** The words of a page are in the order of reading. */
function byIndex(a: RawWord, b: RawWord): number {
  return a.indices[0]! - b.indices[0]!
}
