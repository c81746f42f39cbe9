import { directionOf } from '../words/text-direction.ts'
import type { Row } from './cluster-rows.ts'
import type { FramedWord } from './text-frame.ts'

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
 * In widths of a letter: a wider gap parts two segments, and from a still wider one on they are columns. A
 * blank is about half a letter wide, and twice that in justified prose.
 */
const widestBlank = 1.2
const widestBlankAfterSentence = 2.2
const smallestColumnGap = 1.8
/** Share of the page's letter width, for words of narrow letters such as `ill`. */
const narrowestLetter = 0.6

type Seams = { readonly isMirrored: boolean; readonly bars?: readonly number[] }

/** Parts a row where its gaps are wider than a blank, and at vertical ruling lines when given. */
export function splitSegments(
  row: Row,
  cell: number,
  { isMirrored, bars = [] }: Seams,
): readonly Segment[] {
  const segments: Segment[] = []
  let words: FramedWord[] = []
  let spaces: Segment['spaces'] = 0
  let end = Number.NEGATIVE_INFINITY
  for (const word of row.words) {
    const last = words.at(-1)
    const seam = last ? seamBetween({ last, word, end }, cell, bars) : 0
    if (seam > 0) {
      segments.push(segmentOf(words, spaces, isMirrored))
      words = []
      spaces = seam
    }
    words.push(word)
    end = Math.max(end, word.end)
  }
  if (words.length > 0) segments.push(segmentOf(words, spaces, isMirrored))
  return segments
}

type Meeting = { readonly last: FramedWord; readonly word: FramedWord; readonly end: number }

/** The spaces between two segments; 0 when the words belong to one. */
function seamBetween(
  { last, word, end }: Meeting,
  cell: number,
  bars: readonly number[],
): Segment['spaces'] {
  const gap = (word.start - end) / letterWidth(last, word, cell)
  if (gap > smallestColumnGap && !(gap < widestBlankAfterSentence && endsSentence(last, word)))
    return 2
  if (bars.some((bar) => bar >= end && bar <= word.start)) return 1
  return gap > widestBlank && !endsSentence(last, word) ? 1 : 0
}

function endsSentence(last: FramedWord, next: FramedWord): boolean {
  return /\p{L}[.!?]$/u.test(last.text) && /^\p{Lu}/u.test(next.text)
}

function letterWidth(a: FramedWord, b: FramedWord, cell: number): number {
  const width = (a.end - a.start + b.end - b.start) / Math.max(a.text.length + b.text.length, 1)
  return Math.max(width, narrowestLetter * cell)
}

function segmentOf(
  words: readonly FramedWord[],
  spaces: Segment['spaces'],
  isMirrored: boolean,
): Segment {
  const ordered = inReadingOrder(words, isMirrored)
  let end = Number.NEGATIVE_INFINITY
  for (const word of words) end = Math.max(end, word.end)
  return {
    words: ordered,
    text: ordered.map(({ text }) => text).join(' '),
    start: words[0]!.start,
    end,
    spaces,
  }
}

/** Words of the other direction stand in their own order: a Latin name in a line of Arabic. */
function inReadingOrder(words: readonly FramedWord[], isMirrored: boolean): readonly FramedWord[] {
  const foreign = isMirrored ? 'right' : 'left'
  const isForeign = (word: FramedWord) => directionOf(word.text) === foreign
  if (words.length < 2 || !words.some(isForeign)) return words
  const ordered: FramedWord[] = []
  let run: FramedWord[] = []
  for (const word of words) {
    if (isForeign(word)) {
      run.unshift(word)
      continue
    }
    ordered.push(...run, word)
    run = []
  }
  return [...ordered, ...run]
}
