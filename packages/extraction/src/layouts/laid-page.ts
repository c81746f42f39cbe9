import type { DocumentText, Page } from '@recto/document-text/model'
import { fold } from '../values/fold.ts'
import type { PageName } from './layout.ts'

/** A word with its place in widths of the page. */
export type LaidWord = {
  /** Its place among the words of the page. */
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

/** Words side by side, from the left, and how wide a gap parts them. */
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

/** The pages that rules look at; `undefined` where the document has no first page with words, or one with far too many. */
export type LaidDocument = Readonly<Record<PageName, LaidPage>>

/** A page of more words is no form of anything. */
const mostWords = 3000

const laid = new WeakMap<DocumentText, LaidDocument | 'none'>()

/** Lays out the words of the first and the last page in rows, once for each document. */
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
    ({ text, box, confidence }, at): LaidWord => ({
      ...{ at, text, letters: lettersOf(text), confidence },
      ...{ x0: box[0] * scale, y0: box[1] * scale, x1: box[2] * scale, y1: box[3] * scale },
    }),
  )
  return { page, words, rows: rowsOf(words), height: page.height * scale }
}

export const lettersOf = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]+/gu, '')

/**
 * A word belongs to the row whose word beside it is nearest in height, by less than half of that: columns whose lines
 * are not at the same heights do not get into each other's rows.
 */
function rowsOf(words: readonly LaidWord[]): readonly WordRow[] {
  const rows: LaidWord[][] = []
  for (const word of words.toSorted((a, b) => a.y0 + a.y1 - b.y0 - b.y1)) {
    // The lowest rows of all come last, and no more than a few overlap.
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

const mostOff = 0.45

const middleOf = ({ y0, y1 }: LaidWord) => (y0 + y1) / 2

const meanOf = (numbers: readonly number[]) =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)

/** Of a row, the word with the least way to another one. */
function besideIn(row: readonly LaidWord[], { x0, x1 }: LaidWord): LaidWord | undefined {
  const wayTo = (other: LaidWord) => Math.max(0, other.x0 - x1, x0 - other.x1)
  let nearest: LaidWord | undefined
  for (const other of row) if (!nearest || wayTo(other) < wayTo(nearest)) nearest = other
  return nearest
}

/** How far their middles are apart, in heights of the lower of both. */
function offBetween(word: LaidWord, other: LaidWord | undefined): number {
  if (!other) return Number.POSITIVE_INFINITY
  const height = Math.min(word.y1 - word.y0, other.y1 - other.y0)
  return Math.abs(middleOf(word) - middleOf(other)) / Math.max(1e-6, height)
}

/** The words of a row, parted where the gap is wide. */
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
