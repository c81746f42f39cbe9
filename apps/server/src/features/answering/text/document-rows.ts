import type { DocumentText } from '@recto/document-text/model'
import { findRowsInRanges, getRows, type LaidOutRow } from '@recto/extraction/document-rows'
import type { Chunking } from './chunk-text.ts'
import { getChunkRanges } from './document-chunks.ts'
import { indexWords, type WordIndex } from './rank-by-words.ts'

/** A row of a document's text. */
export type CitableRow = Pick<LaidOutRow, 'index' | 'page' | 'text'>

const toCitableRow = ({ index, page, text }: LaidOutRow): CitableRow => ({ index, page, text })

export type RowSelection = {
  readonly chunking: Chunking
  readonly indexes: readonly number[] | 'all'
}

/** Lists the rows of the given chunks, or all rows. */
export function listRowsOfChunks(
  document: DocumentText,
  { chunking, indexes }: RowSelection,
): readonly CitableRow[] {
  if (indexes === 'all') return getRows(document).map(toCitableRow)
  return findRowsInRanges(document, getChunkRanges(document, { chunking, indexes })).map(
    toCitableRow,
  )
}

/** Adjacent rows, with how well they match a question relative to others of their document. */
export type Quote = { readonly rows: readonly CitableRow[]; readonly score: number }

export type QuoteSearch = {
  readonly question: string
  readonly limit: number
  /** Minimum share of the question's word weight that the quotes must match together. */
  readonly minShare: number
  /** Whether a quote without any digit answers nothing: a number or a date is asked for. */
  readonly needsDigit: boolean
}

/**
 * Maximum length of a label: a shorter row without a digit, or one with columns, labels the row
 * below.
 */
const maxLabelLength = 40
/** Minimum number of words of running text, whose sentence may continue in the next row. */
const minProseWords = 8
const maxRowsPerQuote = 3

/**
 * Finds the rows that together share most words with a question: first the row that shares most,
 * then the one that adds most to it. Empty where they share too little.
 */
export function findQuotes(
  document: DocumentText,
  { question, limit, minShare, needsDigit }: QuoteSearch,
): readonly Quote[] {
  const rows = getRows(document).filter(({ text }) => text !== '')
  const { weights, words } = getWordIndex(document, rows).findSharedWords(question)
  const remainingWeights = new Map(weights)
  const quotes: Quote[] = []
  while (quotes.length < limit) {
    const bestRow = findBestRow(words, remainingWeights)
    if (!bestRow) break
    const quotedRows = extendQuote(rows, bestRow.at)
    for (const [offset] of quotedRows.entries()) {
      for (const word of words.get(bestRow.at + offset) ?? []) remainingWeights.delete(word)
    }
    quotes.push({ rows: quotedRows.map(toCitableRow), score: bestRow.score })
  }
  const totalWeight = sumOf(weights.values())
  const hasEnough = sumOf(remainingWeights.values()) <= (1 - minShare) * totalWeight
  return hasEnough
    ? quotes.filter((quote) => !needsDigit || quote.rows.some(({ text }) => /\d/.test(text)))
    : []
}

const sumOf = (numbers: Iterable<number>) =>
  [...numbers].reduce((total, number) => total + number, 0)

type WordsByRow = ReadonlyMap<number, ReadonlySet<string>>

/** Among equal scores the first row wins. */
function findBestRow(words: WordsByRow, remainingWeights: ReadonlyMap<string, number>) {
  let bestRow: { readonly at: number; readonly score: number } | undefined
  for (const [index, rowWords] of words) {
    const score = sumOf([...rowWords].map((word) => remainingWeights.get(word) ?? 0))
    const isBetter =
      !bestRow || score > bestRow.score || (score === bestRow.score && index < bestRow.at)
    if (score > 0 && isBetter) bestRow = { at: index, score }
  }
  return bestRow
}

const indexes = new WeakMap<DocumentText, WordIndex>()

function getWordIndex(document: DocumentText, rows: readonly LaidOutRow[]): WordIndex {
  const index = indexes.get(document) ?? indexWords(rows.map(({ text }) => text))
  indexes.set(document, index)
  return index
}

/** Extends a row by what it labels or by the rest of its sentence. */
function extendQuote(rows: readonly LaidOutRow[], startIndex: number): readonly LaidOutRow[] {
  const quotedRows: LaidOutRow[] = []
  for (const row of rows.slice(startIndex, startIndex + maxRowsPerQuote)) {
    if (quotedRows[0] && quotedRows[0].page !== row.page) break
    quotedRows.push(row)
    if (!continuesBelow(row.text)) break
  }
  return quotedRows
}

function continuesBelow(text: string): boolean {
  const hasColumns = /\s{3}/.test(text)
  const length = text.replace(/\s+/g, ' ').length
  // The number of a section does not make its heading a value.
  const textWithoutNumber = text.replace(/^[§\s]*\d{1,3}[.)]?\s/, '')
  if (!/\d/.test(textWithoutNumber) && (hasColumns || length <= maxLabelLength)) return true
  const isProse = text.split(/\s+/).length >= minProseWords && !hasColumns
  return isProse && !/[.!?]$/.test(text)
}
