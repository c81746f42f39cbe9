import type { PlacedWord } from './group-words.ts'

/** Words on one base line, from left to right. */
export type PlacedRow = readonly PlacedWord[]

/** An empty strip between two columns of running text, over the rows `first` to `last`. */
type Gutter = {
  readonly start: number
  readonly end: number
  readonly first: number
  readonly last: number
}

/** In heights of the letters. Word spaces, also those of justified text, stay below it. */
const minGutter = 0.8
const minColumn = 8
/** What makes a line of running text: how much of its column it fills, and how much it holds. */
const fullLine = 0.7
const minLetters = 12
const minWords = 3
/** What makes running text of lines. A paragraph goes on in small letters; the cells of a table do not. */
const minLines = 5
const minFullShare = 0.6
const minContinuedShare = 0.25
/** In steps from row to row: what follows at a larger distance is not part of the column. */
const maxStep = 1.6

/**
 * The widest-reaching gutter between two columns of running text, if there is one.
 *
 * Empty strips are grown downwards from the gaps of each row, as whitespace covers are (T. Breuel, Two
 * Geometric Algorithms for Layout Analysis, 2002), and the page is then cut at them from the outside in, as by
 * the XY-cut (G. Nagy, S. Seth, Hierarchical Representation of Optically Scanned Documents, 1984). Unlike there, a
 * strip counts only between running text, so that tables, forms and labels beside values stay whole.
 */
export function findGutter(rows: readonly PlacedRow[]): Gutter | undefined {
  if (rows.length < minLines) return undefined
  const size = medianSize(rows)
  let best: Gutter | undefined
  for (const strip of emptyStrips(rows, minGutter * size)) {
    if (best && strip.last - strip.first <= best.last - best.first) continue
    const gutter = betweenRunningText(rows, strip, size)
    if (gutter && (!best || gutter.last - gutter.first > best.last - best.first)) best = gutter
  }
  return best
}

function medianSize(rows: readonly PlacedRow[]): number {
  const sizes = rows.map((row) => row[0]!.size).sort((a, b) => a - b)
  return sizes[Math.floor(sizes.length / 2)]!
}

/** Strips that no word crosses, each as long as it gets. A row on one side only does not end a strip. */
function emptyStrips(rows: readonly PlacedRow[], minWidth: number): Gutter[] {
  const done: Gutter[] = []
  let open: Gutter[] = []
  rows.forEach((row, number) => {
    const still: Gutter[] = []
    for (const strip of open) {
      const free = widestFree(row, strip)
      if (free.end - free.start >= minWidth) still.push({ ...strip, ...free, last: number })
      else done.push(strip)
    }
    for (const gap of gapsOf(row, minWidth))
      if (!still.some((strip) => strip.start < gap.end && strip.end > gap.start))
        still.push({ ...gap, first: number, last: number })
    open = still
  })
  return [...done, ...open].filter((strip) => strip.last - strip.first + 1 >= minLines)
}

type Span = { readonly start: number; readonly end: number }

function widestFree(row: PlacedRow, { start, end }: Span): Span {
  let best = { start, end: start }
  let from = start
  for (const word of row) {
    if (word.alongEnd <= from) continue
    if (word.alongStart >= end) break
    if (word.alongStart - from > best.end - best.start) best = { start: from, end: word.alongStart }
    from = word.alongEnd
  }
  return end - from > best.end - best.start ? { start: from, end } : best
}

function gapsOf(row: PlacedRow, minWidth: number): Span[] {
  const gaps: Span[] = []
  let from = row[0]!.alongEnd
  for (const word of row) {
    if (word.alongStart - from >= minWidth) gaps.push({ start: from, end: word.alongStart })
    from = Math.max(from, word.alongEnd)
  }
  return gaps
}

/** The part of a strip that has running text on both sides. */
function betweenRunningText(
  rows: readonly PlacedRow[],
  strip: Gutter,
  size: number,
): Gutter | undefined {
  const beside = rows.slice(strip.first, strip.last + 1).map((row): Beside => {
    const gap = minGutter * size
    return { left: lineBefore(row, strip, gap), right: lineAfter(row, strip, gap) }
  })
  const left = measureColumn(beside.map((row) => row.left))
  const right = measureColumn(beside.map((row) => row.right))
  if (Math.min(left, right) < minColumn * size) return undefined

  const isFull = ({ left: before, right: after }: Beside) =>
    isFullLine(before, left) || isFullLine(after, right)
  const across = rows.slice(strip.first, strip.last + 1).map((row) => row[0]!.across)
  const trimmed = trim(beside, { isFull, across })
  if (!trimmed) return undefined
  const kept = beside.slice(trimmed.first, trimmed.last + 1)
  if (
    !isRunningText(
      kept.map((row) => row.left),
      left,
    )
  )
    return undefined
  if (
    !isRunningText(
      kept.map((row) => row.right),
      right,
    )
  )
    return undefined
  return { ...strip, first: strip.first + trimmed.first, last: strip.first + trimmed.last }
}

/** The lines of one row next to the strip; empty where there is none. */
type Beside = { readonly left: PlacedRow; readonly right: PlacedRow }

function lineBefore(row: PlacedRow, { start }: Span, gap: number): PlacedRow {
  const words = row.filter((word) => word.alongEnd <= start)
  const at = words.findLastIndex(
    (word, i) => i > 0 && word.alongStart - words[i - 1]!.alongEnd >= gap,
  )
  return words.slice(Math.max(at, 0))
}

function lineAfter(row: PlacedRow, { end }: Span, gap: number): PlacedRow {
  const words = row.filter((word) => word.alongStart >= end)
  const at = words.findIndex((word, i) => i > 0 && word.alongStart - words[i - 1]!.alongEnd >= gap)
  return at < 0 ? words : words.slice(0, at)
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
  const cased = present.filter((line) => /\p{Lu}|\p{Ll}/u.test(line[0]!.word.text))
  const continued = cased.filter((line) => /^\P{L}*\p{Ll}/u.test(line[0]!.word.text)).length
  return continued >= minContinuedShare * cased.length
}

type Judgement = {
  readonly isFull: (row: Beside) => boolean
  readonly across: readonly number[]
}

/**
 * Cuts rows off both ends until a full line comes, then takes back what follows closely: the heading of a
 * column, and the short last line of a paragraph.
 */
function trim(rows: readonly Beside[], { isFull, across }: Judgement) {
  let first = rows.findIndex(isFull)
  let last = rows.findLastIndex(isFull)
  if (first < 0) return undefined
  const steps = across.slice(1).map((at, i) => at - across[i]!)
  const usual = steps.sort((a, b) => a - b)[Math.floor(steps.length * 0.5)] ?? 0
  const isClose = (a: number, b: number) => across[b]! - across[a]! <= maxStep * usual
  const isOneSided = (row: Beside) => row.left.length === 0 || row.right.length === 0

  while (first > 0 && isOneSided(rows[first - 1]!) && isClose(first - 1, first)) first--
  const next = last + 1
  if (next < rows.length && isClose(last, next)) last = next
  while (last + 1 < rows.length && isOneSided(rows[last + 1]!) && isClose(last, last + 1)) last++
  return { first, last }
}
