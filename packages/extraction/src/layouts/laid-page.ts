import type { DocumentText, Page } from '@recto/document-text/model'
import { fold } from '../values/fold.ts'
import type { PageName } from './layout.ts'

/** Word with its position in page widths. */
export type LaidWord = {
  /** Index among the words of the page. */
  readonly at: number
  readonly text: string
  /** Folded, letters and digits only. */
  readonly letters: string
  readonly x0: number
  readonly x1: number
  readonly y0: number
  readonly y1: number
  readonly confidence: number
}

/** Words on one row, from left to right, with the gap width that separates columns. */
export type WordRow = {
  readonly words: readonly LaidWord[]
  readonly y: number
  readonly gap: number
}

export type LaidPage = {
  readonly page: Page
  readonly rows: readonly WordRow[]
  readonly words: readonly LaidWord[]
  readonly height: number
}

/**
 * Pages that rules read. A document is not laid out when its first page has no words, or far too
 * many.
 */
export type LaidDocument = Readonly<Record<PageName, LaidPage>>

/** Maximum number of words on a page: pages with more words are not forms. */
const mostWords = 3000

const laid = new WeakMap<DocumentText, LaidDocument | 'none'>()

/** Lays out the words of the first and the last page in rows; the result is cached per document. */
export function layDocument(document: DocumentText): LaidDocument | undefined {
  const known = laid.get(document) ?? layPages(document)
  laid.set(document, known)
  return known === 'none' ? undefined : known
}

function layPages({ pages }: DocumentText): LaidDocument | 'none' {
  const [first] = pages
  const last = pages.at(-1)
  if (!first || !last || first.words.length === 0) return 'none'
  if (first.words.length > mostWords || last.words.length > mostWords) return 'none'
  const head = layPage(first)
  return { first: head, last: first === last ? head : layPage(last) }
}

function layPage(page: Page): LaidPage {
  const scale = 1 / Math.max(1, page.width)
  const words = page.words.map(
    ({ text, box, confidence }, index): LaidWord => ({
      at: index,
      text,
      letters: lettersOf(text),
      confidence,
      x0: box[0] * scale,
      y0: box[1] * scale,
      x1: box[2] * scale,
      y1: box[3] * scale,
    }),
  )
  return { page, words, rows: rowsOf(words), height: page.height * scale }
}

export const lettersOf = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]+/gu, '')
const mostOff = 0.45

/**
 * Assigns a word to the row whose neighboring word is nearest in vertical position, at most half a
 * word height away. This keeps columns with different line positions out of each other's rows.
 */
function rowsOf(words: readonly LaidWord[]): readonly WordRow[] {
  const rows: LaidWord[][] = []
  for (const word of words.toSorted((a, b) => a.y0 + a.y1 - b.y0 - b.y1)) {
    // The lowest rows come last, and only a few of them overlap.
    const [best] = rows
      .slice(-6)
      .map((row) => ({ row, off: offBetween(word, besideIn(row, word)) }))
      .filter(({ off }) => off < mostOff)
      .toSorted((a, b) => a.off - b.off)
    if (best) best.row.push(word)
    else rows.push([word])
  }
  return rows
    .map((own) => ({
      words: own.toSorted((a, b) => a.x0 - b.x0),
      y: meanOf(own.map(middleOf)),
      gap: meanOf(own.map(({ y0, y1 }) => y1 - y0)) * 0.8,
    }))
    .toSorted((a, b) => a.y - b.y)
}

const middleOf = ({ y0, y1 }: LaidWord) => (y0 + y1) / 2

const meanOf = (numbers: readonly number[]) =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)

/** Returns the word of a row with the smallest horizontal distance to another word. */
function besideIn(row: readonly LaidWord[], { x0, x1 }: LaidWord): LaidWord | undefined {
  const wayTo = (other: LaidWord) => Math.max(0, other.x0 - x1, x0 - other.x1)
  let nearest: LaidWord | undefined
  for (const other of row) if (!nearest || wayTo(other) < wayTo(nearest)) nearest = other
  return nearest
}

/** Returns the vertical distance of the middles of two words, in heights of the lower word. */
function offBetween(word: LaidWord, other: LaidWord | undefined): number {
  if (!other) return Number.POSITIVE_INFINITY
  const height = Math.min(word.y1 - word.y0, other.y1 - other.y0)
  return Math.abs(middleOf(word) - middleOf(other)) / Math.max(1e-6, height)
}

/** Splits the words of a row at wide gaps. */
export function segmentsOf({ words, gap }: WordRow): readonly (readonly LaidWord[])[] {
  const segments: LaidWord[][] = []
  for (const word of words) {
    const open = segments.at(-1)
    const before = open?.at(-1)
    if (open && before && word.x0 - before.x1 < gap) open.push(word)
    else segments.push([word])
  }
  return segments
}
