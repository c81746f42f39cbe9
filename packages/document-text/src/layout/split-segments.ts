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
  readonly frame: Pick<TextFrame, 'isMirrored' | 'hasRightToLeft'>
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
  const segments = splitAtGaps(row, options)
  if (!options.frame.hasRightToLeft) return segments
  return joinTurned(segments.map((segment) => inReadingOrder(segment, options.frame)))
}

function splitAtGaps(row: TextRow, options: SegmentOptions): readonly Segment[] {
  const segments: Segment[] = []
  let words: FramedWord[] = []
  let spaces: Segment['spaces'] = 0
  let end = Number.NEGATIVE_INFINITY
  for (const word of row.words) {
    const last = words.at(-1)
    const seam = last ? seamBetween({ last, word, end }, options) : 0
    if (seam > 0) {
      segments.push(segmentOf(words, spaces))
      words = []
      spaces = seam
    }
    words.push(word)
    end = Math.max(end, word.end)
  }
  if (words.length > 0) segments.push(segmentOf(words, spaces))
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

function segmentOf(words: readonly FramedWord[], spaces: Segment['spaces']): Segment {
  let end = Number.NEGATIVE_INFINITY
  for (const word of words) end = Math.max(end, word.end)
  return { words, text: textOf(words), start: words[0]!.start, end, spaces }
}

function textOf(words: readonly FramedWord[]): string {
  return words.map(({ text }) => text).join(' ')
}

type FrameDirection = Pick<TextFrame, 'isMirrored'>

/**
 * The reader knows the order of the words of a line. Where a row is made of several lines, those that run against the page
 * stand in the wrong order.
 */
function inReadingOrder(segment: Segment, frame: FrameDirection): Segment {
  const lines: FramedWord[][] = []
  let last: FramedWord | undefined
  for (const word of segment.words) {
    if (last?.line === word.line) lines.at(-1)!.push(word)
    else lines.push([word])
    last = word
  }
  for (const line of lines) line.sort(byIndex)
  const words = (lines.length > 1 ? turnForeign(lines, frame) : lines).flat()
  return { ...segment, words, text: textOf(words) }
}

function turnForeign(
  lines: readonly FramedWord[][],
  { isMirrored }: FrameDirection,
): readonly FramedWord[][] {
  const foreign = isMirrored ? 'right' : 'left'
  const orderedLines: FramedWord[][] = []
  let run: FramedWord[][] = []
  for (const line of lines) {
    if (line.every(({ text }) => getTextDirection(text) === foreign)) {
      run.push(line)
      continue
    }
    orderedLines.push(...run.reverse(), line)
    run = []
  }
  return [...orderedLines, ...run.reverse()]
}

const byIndex = (a: FramedWord, b: FramedWord): number => a.index - b.index

/** A phrase with wide blanks that runs against its page stays whole, because its parts stand in the wrong order. */
function joinTurned(segments: readonly Segment[]): readonly Segment[] {
  const phrases: Segment[][] = []
  let maxIndex = Number.NEGATIVE_INFINITY
  for (const segment of segments) {
    const previous = phrases.at(-1)?.at(-1)
    const isTurned = previous && isOneLine(previous, segment) && segment.words[0]!.index < maxIndex
    if (isTurned) phrases.at(-1)!.push(segment)
    else phrases.push([segment])
    const { index } = segment.words.at(-1)!
    maxIndex = isTurned ? Math.max(maxIndex, index) : index
  }
  return phrases.map((phrase) => (phrase.length === 1 ? phrase[0]! : joinSegments(phrase)))
}

function isOneLine({ words: previousWords }: Segment, { words }: Segment): boolean {
  const { line } = words[0]!
  return previousWords[0]!.line === line && words.at(-1)!.line === line
}

function joinSegments(phrase: readonly Segment[]): Segment {
  const words = phrase.flatMap((segment) => segment.words).sort(byIndex)
  const end = phrase.reduce((last, segment) => Math.max(last, segment.end), phrase[0]!.end)
  return { ...phrase[0]!, words, text: textOf(words), end }
}
