import { layoutText } from '@recto/document-text/layout/layout-text'
import type { Box, DocumentText, Word } from '@recto/document-text/model'
import { type DecimalMark, detectDecimalMark } from '../values/decimal-mark.ts'
import { type DateOrder, detectDateOrder, findDates } from '../values/parse-date.ts'
import { findNumbers } from '../values/parse-number.ts'
import { withStruckMarked } from '../values/struck-words.ts'
import { splitWord } from './line-words.ts'
import { magnitudeKey, numberKey } from './row-units.ts'

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
  readonly followsBlankLine: boolean
}

/** Lines of a document, prepared for finding a model's values in them. */
export type Source = {
  readonly document: DocumentText
  readonly lines: readonly SourceLine[]
  /** Ascending line indices by token key. */
  readonly linesByKey: ReadonlyMap<string, readonly number[]>
  /** Number of each page's first word, counted through the document. */
  readonly wordsBefore: readonly number[]
  readonly wordCount: number
}

const sourceCache = new WeakMap<DocumentText, Source>()

/** Returns the lines of a document; cached, because a list is compared with them several times. */
export function toSource(document: DocumentText): Source {
  const source = sourceCache.get(document) ?? buildSource(document)
  sourceCache.set(document, source)
  return source
}

function buildSource(document: DocumentText): Source {
  const layout = layoutText(withStruckMarked(document))
  const texts = layout.text.split('\n')
  const all = texts.join(' ')
  const writing = { mark: detectDecimalMark(all), order: detectDateOrder(all) }
  const pageOf = new Map(document.pages.map(({ number }, page) => [number, page]))
  let previousLineIndex = -1
  const lines = layout.lines.map(({ page: number, lineIndex, words, box }): SourceLine => {
    const page = pageOf.get(number) ?? 0
    const isApart = lineIndex > previousLineIndex + 1
    previousLineIndex = lineIndex
    const text = (texts[lineIndex] ?? '').replace('\f', '').trimEnd()
    const tokens = tokenize(document.pages[page]?.words ?? [], words, writing)
    return { page, words, box, text, tokens, followsBlankLine: isApart }
  })
  const wordsBefore: number[] = []
  let wordCount = 0
  for (const { words } of document.pages) {
    wordsBefore.push(wordCount)
    wordCount += words.length
  }
  return { document, lines, linesByKey: indexLines(lines), wordsBefore, wordCount }
}

function indexLines(lines: readonly SourceLine[]): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>()
  for (const [number, { tokens }] of lines.entries()) {
    for (const key of tokens.flatMap(({ keys }) => keys)) {
      const lineNumbers = index.get(key)
      if (!lineNumbers) index.set(key, [number])
      else if (lineNumbers.at(-1) !== number) lineNumbers.push(number)
    }
  }
  return index
}

type Notation = {
  readonly mark: DecimalMark | undefined
  readonly order: DateOrder | undefined
}

function tokenize(
  words: readonly Word[],
  indices: readonly number[],
  { mark, order }: Notation,
): readonly Token[] {
  const { text, starts } = joinWithSpaces(words, indices)
  const findWordRange = createRangeFinder(text, starts)
  const compoundWords = new Set<number>()
  const numbers = findNumbers(text, mark).map((printedNumber): Token => {
    const readings = [printedNumber.number, ...printedNumber.otherNumbers]
    const range = findWordRange(printedNumber.start, printedNumber.end)
    if (!printedNumber.isPlain)
      for (let word = range.from; word < range.to; word++) compoundWords.add(word)
    return {
      kind: 'number',
      keys: [...readings.map(numberKey), ...readings.map(magnitudeKey)],
      ...range,
    }
  })
  const dates = findDates(text, order).map(({ start, end, iso, alternativeIso }): Token => {
    const isAmbiguous = !order && alternativeIso !== undefined
    return {
      kind: 'date',
      keys: isAmbiguous ? [`d:${iso}`, `d:${alternativeIso}`] : [`d:${iso}`],
      ...findWordRange(start, end),
    }
  })
  const parts = indices.flatMap((index, position) =>
    splitWord(words[index]?.text ?? '', compoundWords.has(position)).map(
      ({ key }): Token => ({ kind: 'word', keys: [key], from: position, to: position + 1 }),
    ),
  )
  return [...dates, ...numbers, ...parts]
}

/** Joins words; two spaces separate columns, so that adjacent numbers are not read as one. */
function joinWithSpaces(words: readonly Word[], indices: readonly number[]) {
  const starts: number[] = []
  let text = ''
  let previousBox: Box | undefined
  for (const index of indices) {
    const word = words[index]
    const box = word?.box ?? [0, 0, 0, 0]
    if (previousBox) text += box[0] - previousBox[2] > (box[3] - box[1]) * 0.6 ? '  ' : ' '
    starts.push(text.length)
    text += word?.text ?? ''
    previousBox = box
  }
  return { text, starts }
}

/** Returns a function that finds the words between two offsets of the text by binary search. */
function createRangeFinder(text: string, starts: readonly number[]) {
  const firstAfter = (offset: number) => {
    let from = 0
    let to = starts.length
    while (from < to) {
      const middle = (from + to) >> 1
      if ((starts[middle] ?? 0) > offset) to = middle
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
