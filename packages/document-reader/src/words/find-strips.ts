import type { PlacedWord } from './group-words.ts'

/** Words on one base line, from left to right. */
export type PlacedRow = readonly PlacedWord[]

/** A place that no word of the rows `first` to `last` stands in. */
export type Strip = {
  readonly start: number
  readonly end: number
  readonly first: number
  readonly last: number
}

/** More are no page that a person has set; the longest count. */
const maxOpen = 500
const maxStrips = 100

type Band = { readonly words: PlacedRow; readonly first: number; readonly last: number }

/**
 * Rows that stand beside each other as one: the lines of neighbouring columns are seldom on one base line, and then
 * no row of words has a gap where the gutter is.
 */
export function bandsOf(
  rows: readonly PlacedRow[],
  { step, gap }: { readonly step: number; readonly gap: number },
): readonly Band[] {
  const bands: Band[] = []
  let top = Number.NEGATIVE_INFINITY
  for (const [i, row] of rows.entries()) {
    const { baseLine } = row[0]!
    const band = bands.at(-1)
    const words = band && baseLine - top < step && besideEachOther(band.words, row, gap)
    if (words) bands[bands.length - 1] = { words, first: band.first, last: i }
    else {
      bands.push({ words: row, first: i, last: i })
      top = baseLine
    }
  }
  return bands
}

/** The words of both rows from left to right; `undefined` when some stand over each other, or too near. */
function besideEachOther(a: PlacedRow, b: PlacedRow, gap: number): PlacedRow | undefined {
  const words: PlacedWord[] = []
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const takesA = j >= b.length || (i < a.length && a[i]!.alongStart <= b[j]!.alongStart)
    const [word, next] = takesA ? [a[i++]!, b[j]] : [b[j++]!, a[i]]
    if (next && next.alongStart - word.alongEnd < gap) return undefined
    words.push(word)
  }
  return words
}

/**
 * Strips that no word crosses, each as long as it gets. A row on one side only does not end a strip. A wide gap, such as
 * the blank behind a short line, becomes several strips where the next row stands in it. The longest come first.
 */
export function emptyStrips(
  rows: readonly PlacedRow[],
  { minWidth, minRows }: { readonly minWidth: number; readonly minRows: number },
): readonly Strip[] {
  const done: Strip[] = []
  let open: readonly Strip[] = []
  for (const [number, row] of rows.entries()) {
    const { longer, ended: endedStrips } = goOn(open, { row, number, minWidth })
    done.push(...endedStrips)
    const newGaps = gapsOf(row, minWidth)
      .filter((gap) => !longer.some((strip) => holds(strip, gap)))
      .map((gap) => ({ ...gap, first: number, last: number }))
    open = [...longer, ...newGaps].slice(0, maxOpen)
  }
  return [...done, ...open]
    .filter((strip) => strip.last - strip.first + 1 >= minRows)
    .sort((a, b) => b.last - b.first - (a.last - a.first))
    .slice(0, maxStrips)
}

type Next = { readonly row: PlacedRow; readonly number: number; readonly minWidth: number }

/** Continues the strips through the next row, and collects those that end at it. */
function goOn(open: readonly Strip[], { row, number, minWidth }: Next) {
  const longer: Strip[] = []
  const closedStrips: Strip[] = []
  for (const strip of open) {
    const free = freeParts(row, strip, minWidth)
    for (const part of free) addStrip(longer, { ...part, first: strip.first, last: number })
    if (free.length === 0) closedStrips.push(strip)
  }
  return { longer, ended: closedStrips }
}

function holds(strip: Extent, { start, end }: Extent): boolean {
  return strip.start <= start && strip.end >= end
}

/** Keeps only the longer of two strips at the same position. */
function addStrip(strips: Strip[], strip: Strip): void {
  const index = strips.findIndex(({ start, end }) => start === strip.start && end === strip.end)
  if (index < 0) strips.push(strip)
  else if (strips[index]!.first > strip.first) strips[index] = strip
}

export type Extent = { readonly start: number; readonly end: number }

/** Returns the parts of a span that the words of a row leave free, from a minimum width. */
function freeParts(row: PlacedRow, { start, end }: Extent, minWidth: number): Extent[] {
  const parts: Extent[] = []
  let from = start
  for (const word of row) {
    if (word.alongEnd <= from) continue
    if (word.alongStart >= end) break
    if (word.alongStart - from >= minWidth) parts.push({ start: from, end: word.alongStart })
    from = word.alongEnd
  }
  if (end - from >= minWidth) parts.push({ start: from, end })
  return parts
}

function gapsOf(row: PlacedRow, minWidth: number): Extent[] {
  const gaps: Extent[] = []
  let from = row[0]!.alongEnd
  for (const word of row) {
    if (word.alongStart - from >= minWidth) gaps.push({ start: from, end: word.alongStart })
    from = Math.max(from, word.alongEnd)
  }
  return gaps
}
