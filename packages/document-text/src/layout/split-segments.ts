import { getTextDirection } from '../text-direction.ts'
import type { TextRow } from './cluster-rows.ts'
import type { FramedWord, TextFrame } from './text-frame.ts'

/** Words of a row with single spaces between them: a phrase, or the cell of a table. */
export type Segment = {
  readonly words: readonly FramedWord[]
  readonly text: string
  readonly start: number
  readonly end: number
  /** Spaces that must at least stand before it. */
  readonly spaces: 0 | 1 | 2
}

/**
 * Factor and limits for the width of a blank, in letter widths. A wider gap separates two segments, and
 * a still wider one two columns. A blank is about half a letter wide, twice that in justified prose,
 * and more than one letter in OCR of typewritten text, whose boxes contain only the ink. So the width
 * depends on the page.
 */
const usualBlankShare = 1.5
const minWidestBlank = 1.2
const maxWidestBlank = 2
const columnGapBeyond = 0.6
/** Gaps up to it may be blanks. */
const certainColumnGap = 2.5
const maxBlankAfterSentence = 2.2
/** Share of the page's letter width, for words of narrow letters such as `ill`. */
const minLetterWidth = 0.6

type SegmentOptions = {
  /** The width of a letter on the page. */
  readonly cell: number
  /** The page's result of `widestBlankOf`, in letter widths. */
  readonly widestBlank: number
  readonly frame: Pick<TextFrame, 'isMirrored' | 'isMixed'>
  /** The words before which a gap is a blank however wide it is: what `findBlanks` says of the page. */
  readonly blanks: ReadonlySet<number>
  /** Positions at which vertical ruling lines cross the row: they separate segments too. */
  readonly bars?: readonly number[]
}

/** Returns the maximum gap between the words of a phrase, in letter widths. */
export function widestBlankOf(rows: readonly TextRow[], cell: number): number {
  const gaps: number[] = []
  for (const { words } of rows) {
    for (let i = 1; i < words.length; i++) {
      const previous = words[i - 1]!
      const next = words[i]!
      const gap = (next.start - previous.end) / letterWidth(previous, next, cell)
      if (gap < certainColumnGap) gaps.push(gap)
    }
  }
  const usual = gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? 0
  return Math.min(Math.max(usualBlankShare * usual, minWidestBlank), maxWidestBlank)
}

/** Parts a row where its gaps are wider than a blank. */
export function splitSegments(row: TextRow, options: SegmentOptions): readonly Segment[] {
  const segments: Segment[] = []
  let words: FramedWord[] = []
  let spaces: Segment['spaces'] = 0
  let end = Number.NEGATIVE_INFINITY
  for (const word of row.words) {
    const last = words.at(-1)
    const seam = last ? seamBetween({ last, word, end }, options) : 0
    if (seam > 0) {
      segments.push(segmentOf(words, spaces, options.frame))
      words = []
      spaces = seam
    }
    words.push(word)
    end = Math.max(end, word.end)
  }
  if (words.length > 0) segments.push(segmentOf(words, spaces, options.frame))
  return segments
}

type Meeting = { readonly last: FramedWord; readonly word: FramedWord; readonly end: number }

/** The spaces between two segments; 0 when the words belong to one. */
function seamBetween(
  { last, word, end }: Meeting,
  { cell, widestBlank, blanks, bars = [] }: SegmentOptions,
): Segment['spaces'] {
  if (last.column !== word.column) return 2
  if (blanks.has(word.index) && last.line === word.line) return 0
  const gap = (word.start - end) / letterWidth(last, word, cell)
  const isSentence = gap < maxBlankAfterSentence && endsSentence(last, word)
  if (gap > widestBlank + columnGapBeyond && !isSentence) return 2
  if (bars.some((bar) => bar >= end && bar <= word.start)) return 1
  return gap > widestBlank && !isSentence ? 1 : 0
}

function endsSentence(last: FramedWord, next: FramedWord): boolean {
  return /\p{L}[.!?]$/u.test(last.text) && /^\p{Lu}/u.test(next.text)
}

function letterWidth(a: FramedWord, b: FramedWord, cell: number): number {
  const width = (a.end - a.start + b.end - b.start) / Math.max(a.text.length + b.text.length, 1)
  return Math.max(width, minLetterWidth * cell)
}

function segmentOf(
  words: readonly FramedWord[],
  spaces: Segment['spaces'],
  { isMirrored, isMixed }: SegmentOptions['frame'],
): Segment {
  const orderedWords = isMixed ? inReadingOrder(words, isMirrored) : words
  let end = Number.NEGATIVE_INFINITY
  for (const word of words) end = Math.max(end, word.end)
  return {
    words: orderedWords,
    text: orderedWords.map(({ text }) => text).join(' '),
    start: words[0]!.start,
    end,
    spaces,
  }
}

/** Words of the other direction stand in their own order: a Latin name in a line of Arabic. */
function inReadingOrder(words: readonly FramedWord[], isMirrored: boolean): readonly FramedWord[] {
  const foreign = isMirrored ? 'right' : 'left'
  const isForeign = (word: FramedWord) => getTextDirection(word.text) === foreign
  const orderedWords: FramedWord[] = []
  let run: FramedWord[] = []
  for (const word of words) {
    if (isForeign(word)) {
      run.unshift(word)
      continue
    }
    orderedWords.push(...run, word)
    run = []
  }
  return [...orderedWords, ...run]
}
