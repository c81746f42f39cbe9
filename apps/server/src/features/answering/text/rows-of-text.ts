import type { DocumentText } from '@recto/document-text/model'
import { type LaidRow, rowsIn, rowsOf } from '@recto/extraction/document-rows'
import type { Chunking } from './chunk-text.ts'
import { chunkRanges } from './excerpts-of.ts'
import { indexWords, type WordIndex } from './rank-by-words.ts'

/** A row of a document's text. */
export type CitableRow = Pick<LaidRow, 'at' | 'page' | 'text'>

const textRow = ({ at, page, text }: LaidRow): CitableRow => ({ at, page, text })

/** The rows of the chunks at those places, or all. */
export function rowsOfChunks(
  document: DocumentText,
  { chunking, places }: { readonly chunking: Chunking; readonly places: readonly number[] | 'all' },
): readonly CitableRow[] {
  if (places === 'all') return rowsOf(document).map(textRow)
  return rowsIn(document, chunkRanges(document, { chunking, places })).map(textRow)
}

/** Rows that stand together, and how well they fit a question beside others of their document. */
export type Quote = { readonly rows: readonly CitableRow[]; readonly score: number }

type Asked = {
  readonly question: string
  readonly limit: number
  /** Of the weight of the question's words, which the quotes have to share. */
  readonly leastShare: number
}

/** In letters: a row of fewer, or one of columns, that says no number is a label, and what it labels stands below. */
const longestLabel = 40
/** A row of as many words is running text, whose sentence may go on. */
const wordsOfProse = 8
const mostRows = 3

/**
 * The rows that together share most words with a question: first the one that shares most, then that which adds
 * most to it. None where they share too little of it.
 */
export function findQuotes(
  document: DocumentText,
  { question, limit, leastShare }: Asked,
): readonly Quote[] {
  const rows = rowsOf(document).filter(({ text }) => text !== '')
  const { weights, words } = indexOf(document, rows).shares(question)
  const wanted = new Map(weights)
  const quotes: Quote[] = []
  while (quotes.length < limit) {
    const best = bestOf(words, wanted)
    if (!best) break
    const quoted = goingOn(rows, best.at)
    for (const [i] of quoted.entries()) {
      for (const word of words.get(best.at + i) ?? []) wanted.delete(word)
    }
    quotes.push({ rows: quoted.map(textRow), score: best.score })
  }
  const all = sumOf(weights.values())
  return sumOf(wanted.values()) <= (1 - leastShare) * all ? quotes : []
}

const sumOf = (numbers: Iterable<number>) => [...numbers].reduce((sum, one) => sum + one, 0)

type Words = ReadonlyMap<number, ReadonlySet<string>>

/** Of those that add as much, the first. */
function bestOf(words: Words, wanted: ReadonlyMap<string, number>) {
  let best: { readonly at: number; readonly score: number } | undefined
  for (const [at, own] of words) {
    const score = sumOf([...own].map((word) => wanted.get(word) ?? 0))
    const isBetter = !best || score > best.score || (score === best.score && at < best.at)
    if (score > 0 && isBetter) best = { at, score }
  }
  return best
}

const indexes = new WeakMap<DocumentText, WordIndex>()

function indexOf(document: DocumentText, rows: readonly LaidRow[]): WordIndex {
  const known = indexes.get(document) ?? indexWords(rows.map(({ text }) => text))
  indexes.set(document, known)
  return known
}

/** The row, with what it labels or with the rest of its sentence. */
function goingOn(rows: readonly LaidRow[], from: number): readonly LaidRow[] {
  const quoted: LaidRow[] = []
  for (const row of rows.slice(from, from + mostRows)) {
    if (quoted[0] && quoted[0].page !== row.page) break
    quoted.push(row)
    if (!isOpen(row.text)) break
  }
  return quoted
}

function isOpen(text: string): boolean {
  const hasColumns = /\s{3}/.test(text)
  const length = text.replace(/\s+/g, ' ').length
  if (!/\d/.test(text) && (hasColumns || length <= longestLabel)) return true
  const isProse = text.split(/\s+/).length >= wordsOfProse && !hasColumns
  return isProse && !/[.!?]$/.test(text)
}

/** The words that a question asks for, and those of them that the text has. */
export type HeldWords = { readonly asked: readonly string[]; readonly held: readonly string[] }

export function heldWords(document: DocumentText, question: string): HeldWords {
  const rows = rowsOf(document).filter(({ text }) => text !== '')
  return heldIn(indexOf(document, rows), question)
}

/** The same of any short text. */
export const heldWordsIn = (text: string, question: string): HeldWords =>
  heldIn(indexWords([text]), question)

function heldIn(index: WordIndex, question: string): HeldWords {
  const { weights, words } = index.shares(question)
  const held = new Set([...words.values()].flatMap((own) => [...own]))
  return { asked: [...weights.keys()], held: [...held] }
}
