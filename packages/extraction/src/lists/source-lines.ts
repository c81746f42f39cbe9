import { layoutText } from '@recto/document-text/layout/layout-text'
import type { Box, DocumentText, Word } from '@recto/document-text/model'
import { wordsOf } from '../values/fold.ts'
import { dateOrderOf, findDates } from '../values/parse-date.ts'
import { decimalMarkOf, findNumbers } from '../values/parse-number.ts'
import { numberKey } from './keys.ts'

/** Something that a line says, with the words that say it. */
export type Token = {
  readonly kind: 'number' | 'date' | 'word'
  /** What it is compared by; two where it can be read in two ways. */
  readonly keys: readonly string[]
  /** Into `line.words`: the first, and the one after the last. */
  readonly from: number
  readonly to: number
}

/** The words that stand side by side on a page. */
export type SourceLine = {
  /** Index into `document.pages`. */
  readonly page: number
  /** Into `page.words`. */
  readonly words: readonly number[]
  readonly box: Box
  /** As on a typewriter, without blanks at its end. */
  readonly text: string
  readonly tokens: readonly Token[]
  /** Whether blank lines stand before it. */
  readonly isApart: boolean
}

/** The lines of a document, prepared to find in them what a model said. */
export type Source = {
  readonly document: DocumentText
  readonly lines: readonly SourceLine[]
  /** By the keys of their tokens; numbers of lines, growing. */
  readonly linesOf: ReadonlyMap<string, readonly number[]>
  /** The number of each page's first word, counted through the document. */
  readonly wordsBefore: readonly number[]
  readonly wordCount: number
}

const prepared = new WeakMap<DocumentText, Source>()

/** One list is looked at several times. */
export function sourceOf(document: DocumentText): Source {
  const source = prepared.get(document) ?? prepare(document)
  prepared.set(document, source)
  return source
}

function prepare(document: DocumentText): Source {
  const layout = layoutText(document)
  const texts = layout.text.split('\n')
  const all = texts.join(' ')
  const writing = { mark: decimalMarkOf(all), order: dateOrderOf(all) }
  const pageOf = new Map(document.pages.map(({ number }, page) => [number, page]))
  let before = -1
  const lines = layout.lines.map(({ page: number, lineIndex, words, box }): SourceLine => {
    const page = pageOf.get(number) ?? 0
    const isApart = lineIndex > before + 1
    before = lineIndex
    const text = (texts[lineIndex] ?? '').replace('\f', '').trimEnd()
    const tokens = tokensOf(document.pages[page]?.words ?? [], words, writing)
    return { page, words, box, text, tokens, isApart }
  })
  const wordsBefore: number[] = []
  let wordCount = 0
  for (const { words } of document.pages) {
    wordsBefore.push(wordCount)
    wordCount += words.length
  }
  return { document, lines, linesOf: indexOf(lines), wordsBefore, wordCount }
}

function indexOf(lines: readonly SourceLine[]): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>()
  for (const [number, { tokens }] of lines.entries()) {
    for (const key of tokens.flatMap(({ keys }) => keys)) {
      const known = index.get(key)
      if (!known) index.set(key, [number])
      else if (known.at(-1) !== number) known.push(number)
    }
  }
  return index
}

type Writing = {
  readonly mark: ReturnType<typeof decimalMarkOf>
  readonly order: ReturnType<typeof dateOrderOf>
}

function tokensOf(
  words: readonly Word[],
  indices: readonly number[],
  { mark, order }: Writing,
): readonly Token[] {
  const { text, starts } = spaced(words, indices)
  const placed = placing(text, starts)
  const numbers = findNumbers(text, mark).map(({ start, end, value, otherwise }): Token => {
    const readings = otherwise === undefined ? [value] : [value, otherwise]
    return { kind: 'number', keys: readings.map(numberKey), ...placed(start, end) }
  })
  const dates = findDates(text, order).map(({ start, end, iso, otherwise }): Token => {
    const isOpen = !order && otherwise !== undefined
    return {
      kind: 'date',
      keys: isOpen ? [`d:${iso}`, `d:${otherwise}`] : [`d:${iso}`],
      ...placed(start, end),
    }
  })
  const parts = indices.flatMap((index, at) =>
    wordsOf(words[index]?.text ?? '').map(
      (part): Token => ({ kind: 'word', keys: [`w:${part}`], from: at, to: at + 1 }),
    ),
  )
  return [...dates, ...numbers, ...parts]
}

/** Two blanks part columns, so that numbers of neighbours are not read as one. */
function spaced(words: readonly Word[], indices: readonly number[]) {
  const starts: number[] = []
  let text = ''
  let before: Box | undefined
  for (const index of indices) {
    const word = words[index]
    const box = word?.box ?? [0, 0, 0, 0]
    if (before) text += box[0] - before[2] > (box[3] - box[1]) * 0.6 ? '  ' : ' '
    starts.push(text.length)
    text += word?.text ?? ''
    before = box
  }
  return { text, starts }
}

/** The words between two places of the text. Is asked from left to right or anew: it looks by halves. */
function placing(text: string, starts: readonly number[]) {
  const firstAfter = (place: number) => {
    let [from, to] = [0, starts.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((starts[middle] ?? 0) > place) to = middle
      else from = middle + 1
    }
    return from
  }
  const begin = (start: number) => (text[start] === ' ' ? start + 1 : start)
  return (start: number, end: number) => ({
    from: Math.max(firstAfter(begin(begin(start))) - 1, 0),
    to: Math.max(firstAfter(end - 1), 1),
  })
}

/** Left and right edge of some words of a line. */
export function spanOf(
  { document }: Source,
  { page, words }: SourceLine,
  { from, to }: Pick<Token, 'from' | 'to'>,
): readonly [number, number] {
  const all = document.pages[page]?.words ?? []
  let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const index of words.slice(from, to)) {
    const box = all[index]?.box
    if (!box) continue
    left = Math.min(left, box[0])
    right = Math.max(right, box[2])
  }
  return [left, right]
}

/** The number of a word of a line, counted through the document. */
export function wordNumber(source: Source, { page, words }: SourceLine, at: number): number {
  return (source.wordsBefore[page] ?? 0) + (words[at] ?? 0)
}
