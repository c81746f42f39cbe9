import type { DocumentText, Page } from '@recto/document-text/model'
import { fold } from '../values/fold.ts'
import type { PageName } from './layout.ts'

/** Word with its position in page widths. */
export type PositionedWord = {
  /** Index among the words of the page. */
  readonly index: number
  readonly text: string
  /** Folded text of the word, reduced to letters and digits. */
  readonly letters: string
  readonly x0: number
  readonly x1: number
  readonly y0: number
  readonly y1: number
  readonly confidence: number
}

/** Words on one row, from left to right, with the gap width that separates columns. */
export type WordRow = {
  readonly words: readonly PositionedWord[]
  readonly y: number
  readonly gap: number
}

export type PageRows = {
  readonly page: Page
  readonly rows: readonly WordRow[]
  readonly words: readonly PositionedWord[]
  readonly height: number
}

/**
 * Pages that rules read. A document has none when its first page has no words, or far too many.
 */
export type EndPages = Readonly<Record<PageName, PageRows>>

/** Maximum number of words on a page: pages with more words are not forms. */
const maxWords = 3000

const pagesCache = new WeakMap<DocumentText, EndPages | 'none'>()

/** Arranges the words of the first and last page in rows; the result is cached per document. */
export function toEndPages(document: DocumentText): EndPages | undefined {
  const endPages = pagesCache.get(document) ?? buildEndPages(document)
  pagesCache.set(document, endPages)
  return endPages === 'none' ? undefined : endPages
}

function buildEndPages({ pages }: DocumentText): EndPages | 'none' {
  const [first] = pages
  const last = pages.at(-1)
  if (!first || !last || first.words.length === 0) return 'none'
  if (first.words.length > maxWords || last.words.length > maxWords) return 'none'
  const head = toPageRows(first)
  return { first: head, last: first === last ? head : toPageRows(last) }
}

function toPageRows(page: Page): PageRows {
  const scale = 1 / Math.max(1, page.width)
  const words = page.words.map(
    ({ text, box, confidence }, index): PositionedWord => ({
      index,
      text,
      letters: toLetters(text),
      confidence,
      x0: box[0] * scale,
      y0: box[1] * scale,
      x1: box[2] * scale,
      y1: box[3] * scale,
    }),
  )
  return { page, words, rows: groupRows(words), height: page.height * scale }
}

export const toLetters = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]+/gu, '')
const maxVerticalDistance = 0.45

/**
 * Assigns a word to the row whose neighboring word is nearest in vertical position, at most half a
 * word height away. This keeps columns with different line positions out of each other's rows.
 */
function groupRows(words: readonly PositionedWord[]): readonly WordRow[] {
  const rows: PositionedWord[][] = []
  for (const word of words.toSorted((a, b) => a.y0 + a.y1 - b.y0 - b.y1)) {
    // The lowest rows come last, and only a few of them overlap.
    const [best] = rows
      .slice(-6)
      .map((row) => ({ row, distance: verticalDistance(word, nearestInRow(row, word)) }))
      .filter(({ distance }) => distance < maxVerticalDistance)
      .toSorted((a, b) => a.distance - b.distance)
    if (best) best.row.push(word)
    else rows.push([word])
  }
  return rows
    .map((row) => ({
      words: row.toSorted((a, b) => a.x0 - b.x0),
      y: meanOf(row.map(centerY)),
      gap: meanOf(row.map(({ y0, y1 }) => y1 - y0)) * 0.8,
    }))
    .toSorted((a, b) => a.y - b.y)
}

const centerY = ({ y0, y1 }: PositionedWord) => (y0 + y1) / 2

const meanOf = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length)

/** Returns the word of a row with the smallest horizontal distance to another word. */
function nearestInRow(
  row: readonly PositionedWord[],
  { x0, x1 }: PositionedWord,
): PositionedWord | undefined {
  const horizontalDistance = (candidate: PositionedWord) =>
    Math.max(0, candidate.x0 - x1, x0 - candidate.x1)
  let nearest: PositionedWord | undefined
  for (const candidate of row)
    if (!nearest || horizontalDistance(candidate) < horizontalDistance(nearest)) nearest = candidate
  return nearest
}

/** Returns the vertical distance of the middles of two words, in multiples of the smaller height. */
function verticalDistance(word: PositionedWord, neighbor: PositionedWord | undefined): number {
  if (!neighbor) return Number.POSITIVE_INFINITY
  const height = Math.min(word.y1 - word.y0, neighbor.y1 - neighbor.y0)
  return Math.abs(centerY(word) - centerY(neighbor)) / Math.max(1e-6, height)
}

/** Splits the words of a row at wide gaps. */
export function splitAtGaps({ words, gap }: WordRow): readonly (readonly PositionedWord[])[] {
  const segments: PositionedWord[][] = []
  for (const word of words) {
    const open = segments.at(-1)
    const previousWord = open?.at(-1)
    if (open && previousWord && word.x0 - previousWord.x1 < gap) open.push(word)
    else segments.push([word])
  }
  return segments
}
