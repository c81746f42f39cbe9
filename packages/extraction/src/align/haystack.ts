import type { DocumentText } from '@recto/document-text/model'
import type { Match } from '@recto/provider-spec/answer'
import { fold } from '../values/fold.ts'
import { type DateOrder, dateOrderOf } from '../values/parse-date.ts'
import { type DecimalMark, decimalMarkOf } from '../values/parse-number.ts'
import { type Passage, passageOf } from './passage.ts'

/** A place that may be where a value was read. */
export type Place = Pick<Passage, 'page' | 'words'> & { readonly match: Match }

/** Where a value stands: one place, or one on each page that it runs over. */
export type Occurrence = readonly [Place, ...Place[]]

/** The letters of the document without blanks. */
export type Letters = {
  readonly text: string
  /** For each letter the number of its word, counted through the document. */
  readonly words: readonly number[]
  /** Whether a value may begin at, or end before, each letter: words break there. */
  readonly edges: readonly boolean[]
}

/** A document prepared for many searches. */
export type Haystack = {
  readonly document: DocumentText
  readonly lines: readonly Passage[]
  /** Every word as its page and its index there, in reading order. */
  readonly words: readonly { readonly page: number; readonly word: number }[]
  readonly exact: Letters
  readonly folded: Letters
  readonly decimalMark: DecimalMark | undefined
  readonly dateOrder: DateOrder | undefined
}

export function haystackOf(document: DocumentText): Haystack {
  const lines = document.pages.flatMap((page, at) =>
    page.lines.map((line) =>
      passageOf(
        document,
        at,
        Array.from({ length: line.end - line.start }, (_, i) => line.start + i),
      ),
    ),
  )
  const words = document.pages.flatMap((page, at) =>
    page.words.map((_, word) => ({ page: at, word })),
  )
  const texts = words.map(({ page, word }) => document.pages[page]?.words[word]?.text ?? '')
  const all = lines.map((line) => line.text).join('\n')
  return {
    document,
    lines,
    words,
    exact: lettersOf(texts, (text) => text.normalize('NFC').replace(/\s/gu, '')),
    folded: lettersOf(texts, searchable),
    decimalMark: decimalMarkOf(all),
    dateOrder: dateOrderOf(all),
  }
}

/** Letters and digits only; a mark between two digits stays, because 1.5 is not 15. */
export function searchable(text: string): string {
  return fold(text).replace(/((?<=\d)[.,](?=\d))|[^\p{L}\p{N}]/gu, '$1')
}

function lettersOf(texts: readonly string[], keep: (text: string) => string): Letters {
  const parts = texts.flatMap((text, word) =>
    unbroken(text).map((part) => ({ word, kept: keep(part) })),
  )
  return {
    text: parts.map(({ kept }) => kept).join(''),
    words: parts.flatMap(({ word, kept }) => Array.from({ length: kept.length }, () => word)),
    edges: parts.flatMap(({ kept }) => Array.from({ length: kept.length }, (_, i) => i === 0)),
  }
}

/** Runs of letters and digits, and each sign between them: a value never ends inside a run. */
function unbroken(text: string): readonly string[] {
  return text.match(/(?:[\p{L}\p{N}\p{M}]|(?<=\p{N})[.,](?=\p{N}))+|[^\p{L}\p{N}\p{M}]/gu) ?? []
}
