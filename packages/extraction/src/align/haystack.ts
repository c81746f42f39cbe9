import type { DocumentText } from '@recto/document-text/model'
import type { Match } from '@recto/provider-spec/answer'
import { fold } from '../values/fold.ts'
import { type DateOrder, dateOrderOf, type FoundDate, findDates } from '../values/parse-date.ts'
import {
  type DecimalMark,
  decimalMarkOf,
  type FoundNumber,
  findNumbers,
} from '../values/parse-number.ts'
import { lazily } from './lazily.ts'
import { type PageIndex, pageIndexOf } from './page-index.ts'
import { type Passage, passageOf } from './passage.ts'

/** A place that may be where a value was read. */
export type Place = Pick<Passage, 'page' | 'words'> & { readonly match: Match }

/** Where a value stands: one place, or one on each page that it runs over. */
export type Occurrence = readonly [Place, ...Place[]]

/** Of a value that stands at more places, those that come first in reading order are looked at. */
export const maxOccurrences = 4000

/** The letters of the document without blanks. */
export type Letters = {
  readonly text: string
  /** For each letter the number of its word, counted through the document. */
  readonly words: Int32Array
  /** For each letter 1 where a value may begin at it, or end before it: words break there. */
  readonly edges: Uint8Array
}

/** Something that a line says, with the line. */
type InLine<Found> = { readonly line: Passage; readonly found: Found }

/** A document prepared for many searches. What costs is made when a search first asks for it. */
export type Haystack = {
  readonly document: DocumentText
  readonly lines: readonly Passage[]
  /** For each word of the document, in reading order, its page and its index there. */
  readonly words: { readonly pages: Int32Array; readonly indices: Int32Array }
  readonly exact: () => Letters
  readonly folded: () => Letters
  readonly numbers: () => readonly InLine<FoundNumber>[]
  readonly dates: () => readonly InLine<FoundDate>[]
  readonly pageIndex: (page: number) => PageIndex
  readonly decimalMark: DecimalMark | undefined
  readonly dateOrder: DateOrder | undefined
}

/** One document is searched for many values. */
const prepared = new WeakMap<DocumentText, Haystack>()

export function haystackFor(document: DocumentText): Haystack {
  const haystack = prepared.get(document) ?? haystackOf(document)
  prepared.set(document, haystack)
  return haystack
}

function haystackOf(document: DocumentText): Haystack {
  const lines = linesOf(document)
  const texts = document.pages.flatMap((page) => page.words.map((word) => word.text))
  const all = lines.map((line) => line.text).join('\n')
  const decimalMark = decimalMarkOf(all)
  const dateOrder = dateOrderOf(all)
  const pages = document.pages.map((page) => lazily(() => pageIndexOf(page)))
  return {
    document,
    lines,
    words: numberWords(document, texts.length),
    exact: lazily(() => lettersOf(texts, written)),
    folded: lazily(() => lettersOf(texts, searchable)),
    numbers: lazily(() => inLines(lines, (text) => findNumbers(text, decimalMark))),
    dates: lazily(() => inLines(lines, (text) => findDates(text, dateOrder))),
    pageIndex(page) {
      const index = pages[page]
      if (!index) throw new RangeError(`The document has no page ${page}.`)
      return index()
    },
    decimalMark,
    dateOrder,
  }
}

function linesOf(document: DocumentText): readonly Passage[] {
  return document.pages.flatMap((page, at) =>
    page.lines.map(({ start, end }) => {
      const words = Array.from({ length: end - start }, (_, i) => start + i)
      return passageOf(document, at, words)
    }),
  )
}

function numberWords({ pages }: DocumentText, count: number): Haystack['words'] {
  const words = { pages: new Int32Array(count), indices: new Int32Array(count) }
  let number = 0
  for (const [at, page] of pages.entries()) {
    for (let index = 0; index < page.words.length; index++) {
      words.pages[number] = at
      words.indices[number] = index
      number += 1
    }
  }
  return words
}

function inLines<Found>(
  lines: readonly Passage[],
  find: (text: string) => readonly Found[],
): readonly InLine<Found>[] {
  return lines.flatMap((line) => find(line.text).map((found) => ({ line, found })))
}

const isPlain = /^[A-Za-z0-9]+$/

function written(text: string): string {
  return isPlain.test(text) ? text : text.normalize('NFC').replace(/\s/gu, '')
}

/** Letters and digits only; a mark between two digits stays, because 1.5 is not 15. */
export function searchable(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase()
  return fold(text).replace(/((?<=\d)[.,](?=\d))|[^\p{L}\p{N}]/gu, '$1')
}

function lettersOf(texts: readonly string[], keep: (text: string) => string): Letters {
  const parts: string[] = []
  const owners: number[] = []
  let length = 0
  for (const [word, text] of texts.entries()) {
    for (const part of unbroken(text)) {
      const kept = keep(part)
      parts.push(kept)
      owners.push(word)
      length += kept.length
    }
  }
  const words = new Int32Array(length)
  const edges = new Uint8Array(length)
  let at = 0
  for (const [i, part] of parts.entries()) {
    if (part === '') continue
    words.fill(owners[i] ?? 0, at, at + part.length)
    edges[at] = 1
    at += part.length
  }
  return { text: parts.join(''), words, edges }
}

/** Runs of letters and digits, and each sign between them: a value never ends inside a run. */
function unbroken(text: string): readonly string[] {
  if (isPlain.test(text)) return [text]
  return text.match(/(?:[\p{L}\p{N}\p{M}]|(?<=\p{N})[.,](?=\p{N}))+|[^\p{L}\p{N}\p{M}]/gu) ?? []
}
