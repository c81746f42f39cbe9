import type { DocumentText } from '@recto/document-text/model'
import type { Match } from '@recto/provider-spec/answer'
import { type DecimalMark, detectDecimalMark } from '../values/decimal-mark.ts'
import { fold } from '../values/fold.ts'
import { type DateOrder, detectDateOrder, type FoundDate, findDates } from '../values/parse-date.ts'
import { type FoundNumber, findNumbers } from '../values/parse-number.ts'
import { lazy } from './lazy.ts'
import { createPageIndex, type PageIndex } from './page-index.ts'
import { type Passage, toPassage } from './passage.ts'

/** Position where a value may have been read. */
export type ValuePosition = Pick<Passage, 'page' | 'words'> & { readonly match: Match }

/** Occurrence of a value: one position, or one on each page that it spans. */
export type Occurrence = readonly [ValuePosition, ...ValuePosition[]]

/** Maximum number of occurrences considered per value, in reading order. */
export const maxOccurrences = 4000

/** Letters of the document without spaces. */
export type Letters = {
  readonly text: string
  /** Number of each letter's word, counted through the document. */
  readonly words: Int32Array
  /**
   * 1 for each letter at which a value may begin, or before which it may end, because of a word
   * boundary.
   */
  readonly edges: Uint8Array
}

/** Match on a line, with the line. */
type LineMatch<Value> = { readonly line: Passage; readonly match: Value }

/** Document prepared for many searches. Expensive parts are computed on first use. */
export type Haystack = {
  readonly document: DocumentText
  readonly lines: readonly Passage[]
  /** Page index of each word of the document in reading order, and its index on that page. */
  readonly words: { readonly pages: Int32Array; readonly indices: Int32Array }
  readonly exact: () => Letters
  readonly folded: () => Letters
  readonly numbers: () => readonly LineMatch<FoundNumber>[]
  readonly dates: () => readonly LineMatch<FoundDate>[]
  readonly pageIndex: (page: number) => PageIndex
  readonly decimalMark: DecimalMark | undefined
  readonly dateOrder: DateOrder | undefined
}

/** Cached, because one document is searched for many values. */
const haystacks = new WeakMap<DocumentText, Haystack>()

export function getHaystack(document: DocumentText): Haystack {
  const haystack = haystacks.get(document) ?? createHaystack(document)
  haystacks.set(document, haystack)
  return haystack
}

function createHaystack(document: DocumentText): Haystack {
  const lines = toLinePassages(document)
  const texts = document.pages.flatMap((page) => page.words.map((word) => word.text))
  const all = lines.map((line) => line.text).join('\n')
  const decimalMark = detectDecimalMark(all)
  const dateOrder = detectDateOrder(all)
  const pages = document.pages.map((page) => lazy(() => createPageIndex(page)))
  return {
    document,
    lines,
    words: numberWords(document, texts.length),
    exact: lazy(() => toLetters(texts, removeSpaces)),
    folded: lazy(() => toLetters(texts, toSearchText)),
    numbers: lazy(() => findInLines(lines, (text) => findNumbers(text, decimalMark))),
    dates: lazy(() => findInLines(lines, (text) => findDates(text, dateOrder))),
    pageIndex(page) {
      const index = pages[page]
      if (!index) throw new RangeError(`The document has no page ${page}.`)
      return index()
    },
    decimalMark,
    dateOrder,
  }
}

function toLinePassages(document: DocumentText): readonly Passage[] {
  return document.pages.flatMap((page, index) =>
    page.lines.map(({ start, end }) => {
      const words = Array.from({ length: end - start }, (_, i) => start + i)
      return toPassage(document, index, words)
    }),
  )
}

function numberWords({ pages }: DocumentText, count: number): Haystack['words'] {
  const words = { pages: new Int32Array(count), indices: new Int32Array(count) }
  let number = 0
  for (const [pageIndex, page] of pages.entries()) {
    for (let index = 0; index < page.words.length; index++) {
      words.pages[number] = pageIndex
      words.indices[number] = index
      number += 1
    }
  }
  return words
}

function findInLines<Value>(
  lines: readonly Passage[],
  find: (text: string) => readonly Value[],
): readonly LineMatch<Value>[] {
  return lines.flatMap((line) => find(line.text).map((match) => ({ line, match })))
}

const isPlain = /^[A-Za-z0-9]+$/

function removeSpaces(text: string): string {
  return isPlain.test(text) ? text : text.normalize('NFC').replace(/\s/gu, '')
}

/**
 * Reduces a text to letters and digits; a mark between two digits remains, because 1.5 is not 15.
 */
export function toSearchText(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase()
  return fold(text).replace(/((?<=\d)[.,](?=\d))|[^\p{L}\p{N}]/gu, '$1')
}

function toLetters(texts: readonly string[], normalize: (text: string) => string): Letters {
  const parts: string[] = []
  const owners: number[] = []
  let length = 0
  for (const [word, text] of texts.entries()) {
    for (const part of splitIntoRuns(text)) {
      const normalizedPart = normalize(part)
      parts.push(normalizedPart)
      owners.push(word)
      length += normalizedPart.length
    }
  }
  const words = new Int32Array(length)
  const edges = new Uint8Array(length)
  let index = 0
  for (const [i, part] of parts.entries()) {
    if (part === '') continue
    words.fill(owners[i] ?? 0, index, index + part.length)
    edges[index] = 1
    index += part.length
  }
  return { text: parts.join(''), words, edges }
}

/**
 * Splits a text into runs of letters and digits and the signs between them: a value never ends
 * inside a run.
 */
function splitIntoRuns(text: string): readonly string[] {
  if (isPlain.test(text)) return [text]
  return text.match(/(?:[\p{L}\p{N}\p{M}]|(?<=\p{N})[.,](?=\p{N}))+|[^\p{L}\p{N}\p{M}]/gu) ?? []
}
