import { layoutText } from '@recto/document-text/layout/layout-text'
import type { Box, DocumentText, Word } from '@recto/document-text/model'
import { wordsOf } from '../values/fold.ts'
import { type DateOrder, detectDateOrder, findDates } from '../values/parse-date.ts'
import { type DecimalMark, detectDecimalMark, findNumbers } from '../values/parse-number.ts'
import { numberKey } from './keys.ts'

/** Number, date or word of a line, with the words that contain it. */
export type Token = {
  readonly kind: 'number' | 'date' | 'word'
  /** Keys for comparison; an ambiguous token has two. */
  readonly keys: readonly string[]
  /** Range in `line.words`; `to` is the index after the last. */
  readonly from: number
  readonly to: number
}

/** Words on one line of a page. */
export type SourceLine = {
  /** Index into `document.pages`. */
  readonly page: number
  /** Indices into `page.words`. */
  readonly words: readonly number[]
  readonly box: Box
  /** Text with its columns aligned by spaces, without trailing spaces. */
  readonly text: string
  readonly tokens: readonly Token[]
  /** Whether blank lines precede it. */
  readonly isApart: boolean
}

/** Lines of a document, prepared for finding a model's values in them. */
export type Source = {
  readonly document: DocumentText
  readonly lines: readonly SourceLine[]
  /** Ascending line indices by token key. */
  readonly linesOf: ReadonlyMap<string, readonly number[]>
  /** Number of each page's first word, counted through the document. */
  readonly wordsBefore: readonly number[]
  readonly wordCount: number
}

const prepared = new WeakMap<DocumentText, Source>()

/** Cached, because a list is compared with its source several times. */
export function sourceOf(document: DocumentText): Source {
  const source = prepared.get(document) ?? prepare(document)
  prepared.set(document, source)
  return source
}

function prepare(document: DocumentText): Source {
  const layout = layoutText(document)
  const texts = layout.text.split('\n')
  const all = texts.join(' ')
  const writing = { mark: detectDecimalMark(all), order: detectDateOrder(all) }
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
  readonly mark: DecimalMark | undefined
  readonly order: DateOrder | undefined
}

function tokensOf(
  words: readonly Word[],
  indices: readonly number[],
  { mark, order }: Writing,
): readonly Token[] {
  const { text, starts } = spaced(words, indices)
  const placed = placing(text, starts)
  const numbers = findNumbers(text, mark).map(({ start, end, value, alternative }): Token => {
    const readings = alternative === undefined ? [value] : [value, alternative]
    return { kind: 'number', keys: readings.map(numberKey), ...placed(start, end) }
  })
  const dates = findDates(text, order).map(({ start, end, iso, alternativeIso }): Token => {
    const isOpen = !order && alternativeIso !== undefined
    return {
      kind: 'date',
      keys: isOpen ? [`d:${iso}`, `d:${alternativeIso}`] : [`d:${iso}`],
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

/** Two spaces separate columns, so that adjacent numbers are not read as one. */
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

/** Returns a function that finds the words between two offsets of the text by binary search. */
function placing(text: string, starts: readonly number[]) {
  const firstAfter = (place: number) => {
    let from = 0
    let to = starts.length
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

/** Returns the left and right edge of some words of a line. */
export function spanOf(
  { document }: Source,
  { page, words }: SourceLine,
  { from, to }: Pick<Token, 'from' | 'to'>,
): readonly [number, number] {
  const all = document.pages[page]?.words ?? []
  let left = Number.POSITIVE_INFINITY
  let right = Number.NEGATIVE_INFINITY
  for (const index of words.slice(from, to)) {
    const box = all[index]?.box
    if (!box) continue
    left = Math.min(left, box[0])
    right = Math.max(right, box[2])
  }
  return [left, right]
}

/** Returns the number of a line's word, counted through the document. */
export function wordNumber(source: Source, { page, words }: SourceLine, index: number): number {
  return (source.wordsBefore[page] ?? 0) + (words[index] ?? 0)
}
