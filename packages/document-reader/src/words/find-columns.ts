import { bandsOf, type Extent, emptyStrips, type PlacedRow, type Strip } from './find-strips.ts'
import type { PlacedWord } from './group-words.ts'

/** Minimum width in letter heights. A word space of unjustified text is narrower. */
const minGutter = 0.8
/** A gutter may be narrower when so many of the lines behind it begin at one place. */
const minFlushGutter = 0.5
const flushWithin = 0.25
const minFlushShare = 0.6
/** A gap inside a line of justified text may be as wide as a gutter, but then the others of the line are too. */
const oddGap = 2
/** In heights: rows so near to each other stand beside each other, as no two lines of a paragraph do. */
const maxBand = 0.75
/** How long a strip is in comparison with its neighbour that it bounds the lines of. */
const minBoundShare = 0.5
const minColumn = 8
/** What makes a line of running text: how much of its column it fills, and how much it holds. */
const fullLine = 0.7
const minLetters = 12
const minWords = 3
/** Limits that identify running text. A paragraph continues in lower case; the cells of a table do not. */
const minLines = 5
const minFullShare = 0.6
const minContinuedShare = 0.25
/** Scripts that write several words without a blank begin behind the alphabets. */
const firstIdeographCode = 0x1000
/** A row that follows after more than this many line steps is not part of the column. */
const maxStep = 1.6

/**
 * The widest-reaching gutter between two columns of running text, if there is one.
 *
 * Empty strips are grown downwards from the gaps of each row, as whitespace covers are (T. Breuel, Two
 * Geometric Algorithms for Layout Analysis, 2002), and the page is then cut at them from the outside in, as by
 * the XY-cut (G. Nagy, S. Seth, Hierarchical Representation of Optically Scanned Documents, 1984). Unlike there, a
 * strip counts only between running text, so that tables, forms and labels beside values stay whole.
 */
export function findGutter(allRows: readonly PlacedRow[]): Strip | undefined {
  if (allRows.length < minLines) return undefined
  const size = medianSize(allRows)
  const bands = bandsOf(allRows, { step: maxBand * size, gap: minFlushGutter * size })
  const gutter = findIn(
    bands.map(({ words }) => words),
    size,
  )
  return gutter && { ...gutter, first: bands[gutter.first]!.first, last: bands[gutter.last]!.last }
}

function findIn(rows: readonly PlacedRow[], size: number): Strip | undefined {
  const gap = { minWidth: minFlushGutter * size, minRows: minLines }
  const strips = emptyStrips(rows, gap)
  let best: Strip | undefined
  for (const strip of strips) {
    if (best && reachOf(strip) <= reachOf(best)) continue
    const gutter = betweenRunningText(rows, { strip, strips }, size)
    if (gutter && (!best || reachOf(gutter) > reachOf(best))) best = gutter
  }
  return best
}

/** Number of rows, minus one. */
function reachOf({ first, last }: Strip): number {
  return last - first
}

function medianSize(rows: readonly PlacedRow[]): number {
  const sizes = rows.map((row) => row[0]!.size).sort((a, b) => a - b)
  return sizes[Math.floor(sizes.length / 2)]!
}

/** The part of a strip that has running text on both sides. */
function betweenRunningText(
  rows: readonly PlacedRow[],
  { strip, strips }: { readonly strip: Strip; readonly strips: readonly Strip[] },
  size: number,
): Strip | undefined {
  if (!mayHoldRunningText(rows, strip)) return undefined
  const bounds = boundsOf(strip, strips)
  const halves = rows.slice(strip.first, strip.last + 1).map((row, i): RowHalves => {
    const gap = minGutter * size
    const nearbyBounds = bounds.filter(
      ({ first, last }) => first <= strip.first + i && strip.first + i <= last,
    )
    return {
      left: lineBefore(row, { strip, near: nearbyBounds, gap }),
      right: lineAfter(row, { strip, near: nearbyBounds, gap }),
    }
  })
  const isWide = strip.end - strip.start >= minGutter * size
  if (
    !isWide &&
    !isFlush(
      halves.map((row) => row.right),
      size,
    )
  )
    return undefined
  const left = measureColumn(halves.map((row) => row.left))
  const right = measureColumn(halves.map((row) => row.right))
  if (Math.min(left, right) < minColumn * size) return undefined

  const isFull = ({ left: leftHalf, right: rightHalf }: RowHalves) =>
    isFullLine(leftHalf, left) || isFullLine(rightHalf, right)
  const acrossOffsets = rows.slice(strip.first, strip.last + 1).map((row) => row[0]!.baseLine)
  const range = trim(halves, { isFull, baseLines: acrossOffsets })
  if (!range) return undefined
  const remainingHalves = halves.slice(range.first, range.last + 1)
  if (
    !isRunningText(
      remainingHalves.map((row) => row.left),
      left,
    )
  )
    return undefined
  if (
    !isRunningText(
      remainingHalves.map((row) => row.right),
      right,
    )
  )
    return undefined
  return { ...strip, first: strip.first + range.first, last: strip.first + range.last }
}

/**
 * Whether enough rows have the words or the letters of a full line on each side of the strip. It counts without
 * copying, and most gaps of tables and forms have numbers or labels on one side, so that they end here.
 */
function mayHoldRunningText(rows: readonly PlacedRow[], strip: Strip): boolean {
  const minFullLines = minLines * minFullShare
  const isBefore = (word: PlacedWord) => word.alongEnd <= strip.start
  const isAfter = (word: PlacedWord) => word.alongStart >= strip.end
  return (
    countWordyRows(rows, { strip, isOnSide: isBefore, maxCount: minFullLines }) >= minFullLines &&
    countWordyRows(rows, { strip, isOnSide: isAfter, maxCount: minFullLines }) >= minFullLines
  )
}

type StripSide = {
  readonly strip: Strip
  readonly isOnSide: (word: PlacedWord) => boolean
  /** The count ends here. */
  readonly maxCount: number
}

/** Rows with enough words on one side, or with a word of a script that writes no blanks. */
function countWordyRows(
  rows: readonly PlacedRow[],
  { strip, isOnSide, maxCount }: StripSide,
): number {
  let count = 0
  for (let i = strip.first; i <= strip.last && count < maxCount; i++)
    if (countWords(rows[i]!, isOnSide) >= minWords) count++
  return count
}

function countWords(row: PlacedRow, isCounted: (word: PlacedWord) => boolean): number {
  let count = 0
  for (const placedWord of row)
    if (isCounted(placedWord)) count += hasIdeographs(placedWord.word.text) ? minWords : 1
  return count
}

function hasIdeographs(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= firstIdeographCode) return true
  return false
}

/** The lines of one row next to the strip; empty where there is none. */
type RowHalves = { readonly left: PlacedRow; readonly right: PlacedRow }

/** The strips beside another that are long enough to bound the lines next to it. */
function boundsOf(strip: Strip, strips: readonly Strip[]): readonly Strip[] {
  const rows = (reachOf(strip) + 1) * minBoundShare
  return strips.filter(
    (one) =>
      (one.end <= strip.start || one.start >= strip.end) &&
      Math.min(one.last, strip.last) - Math.max(one.first, strip.first) + 1 >= rows,
  )
}

type Neighbourhood = {
  readonly strip: Extent
  /** The strips beside it in the row. */
  readonly near: readonly Extent[]
  /** Returns the minimum width of a gap that may separate two lines. */
  readonly gap: number
}

function lineBefore(row: PlacedRow, { strip, near: neighbours, gap }: Neighbourhood): PlacedRow {
  let from = Number.NEGATIVE_INFINITY
  for (const { end } of neighbours) if (end <= strip.start && end > from) from = end
  const words = row.filter((word) => word.alongEnd <= strip.start && word.alongStart >= from)
  const odd = oddGapFrom(words, gap)
  const index = words.findLastIndex(
    (word, i) => i > 0 && word.alongStart - words[i - 1]!.alongEnd >= odd,
  )
  return words.slice(Math.max(index, 0))
}

function lineAfter(row: PlacedRow, { strip, near: neighbours, gap }: Neighbourhood): PlacedRow {
  let to = Number.POSITIVE_INFINITY
  for (const { start } of neighbours) if (start >= strip.end && start < to) to = start
  const words = row.filter((word) => word.alongStart >= strip.end && word.alongEnd <= to)
  const odd = oddGapFrom(words, gap)
  const index = words.findIndex(
    (word, i) => i > 0 && word.alongStart - words[i - 1]!.alongEnd >= odd,
  )
  return index < 0 ? words : words.slice(0, index)
}

/** From which width on a gap is no blank of a line: justified text has wide ones, which are alike. */
function oddGapFrom(words: PlacedRow, gap: number): number {
  const gaps: number[] = []
  for (let i = 1; i < words.length; i++) gaps.push(words[i]!.alongStart - words[i - 1]!.alongEnd)
  if (!gaps.some((one) => one >= gap)) return gap
  const usual = gaps.sort((a, b) => a - b)[(gaps.length - 1) >> 1]!
  return Math.max(gap, oddGap * usual)
}

/** Whether most lines begin at one place, as no row of words behind a blank does by chance. */
function isFlush(lines: readonly PlacedRow[], size: number): boolean {
  const starts = lines.flatMap(([first]) => first?.alongStart ?? []).sort((a, b) => a - b)
  const minFlush = Math.max(Math.ceil(starts.length * minFlushShare), minLines)
  const tolerance = flushWithin * size
  return starts.some(
    (start, i) => (starts[i + minFlush - 1] ?? Number.POSITIVE_INFINITY) - start <= tolerance,
  )
}

function widthOf(line: PlacedRow): number {
  return line.length === 0 ? 0 : line.at(-1)!.alongEnd - line[0]!.alongStart
}

/** The width of most of the longest lines, so that one line that sticks out does not count. */
function measureColumn(lines: readonly PlacedRow[]): number {
  const widths = lines.map(widthOf).filter((width) => width > 0)
  return widths.sort((a, b) => a - b)[Math.floor(widths.length * 0.9)] ?? 0
}

const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const wordOfLetters = /\p{L}{2}/u

function isFullLine(line: PlacedRow, width: number): boolean {
  if (widthOf(line) < fullLine * width) return false
  const letters = line.reduce((sum, { word }) => sum + word.text.length, 0)
  if (letters < minLetters) return false
  if (line.some(({ word }) => ideograph.test(word.text))) return true
  const words = line.filter(({ word }) => wordOfLetters.test(word.text)).length
  return words >= minWords && words >= line.length / 2
}

function isRunningText(lines: readonly PlacedRow[], width: number): boolean {
  const present = lines.filter((line) => line.length > 0)
  if (present.length < minLines) return false
  const full = present.filter((line) => isFullLine(line, width)).length
  if (full < minFullShare * present.length) return false
  const casedLines = present.filter((line) => /\p{Lu}|\p{Ll}/u.test(line[0]!.word.text))
  const continuedLines = casedLines.filter((line) =>
    /^\P{L}*\p{Ll}/u.test(line[0]!.word.text),
  ).length
  return continuedLines >= minContinuedShare * casedLines.length
}

type Judgement = {
  readonly isFull: (row: RowHalves) => boolean
  readonly baseLines: readonly number[]
}

/**
 * Cuts rows off both ends until a full line comes, then takes back what follows closely: the heading of a
 * column, and the short last line of a paragraph.
 */
function trim(rows: readonly RowHalves[], { isFull, baseLines }: Judgement) {
  let first = rows.findIndex(isFull)
  let last = rows.findLastIndex(isFull)
  if (first < 0) return undefined
  const steps = baseLines.slice(1).map((offset, i) => offset - baseLines[i]!)
  const usual = steps.sort((a, b) => a - b)[Math.floor(steps.length * 0.5)] ?? 0
  const isClose = (a: number, b: number) => baseLines[b]! - baseLines[a]! <= maxStep * usual
  const isOneSided = (row: RowHalves) => row.left.length === 0 || row.right.length === 0

  while (first > 0 && isOneSided(rows[first - 1]!) && isClose(first - 1, first)) first--
  const next = last + 1
  if (next < rows.length && isClose(last, next)) last = next
  while (last + 1 < rows.length && isOneSided(rows[last + 1]!) && isClose(last, last + 1)) last++
  return { first, last }
}
