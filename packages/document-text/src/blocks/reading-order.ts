import { type EmptyStrip, extentOf, type GapExtent, growStrips } from './find-strips.ts'
import {
  medianOf,
  middleHeightOf,
  type PageRow,
  type PlacedItem,
  rowPiecesOf,
  rowsOf,
  sizeOf,
} from './page-rows.ts'

/** Words of a line are nearer to each other than so many sizes of the letters. */
const maxBlank = 1.5
/** The unit is the size of the letters. */
const minGutter = 0.8
const sliceHeight = 0.5
const letterHeight = 0.6
/** A gap inside a line of justified text may be as wide as a gutter, but then the others of the line are too. */
const oddGap = 2
const minLines = 3
/** What makes a line of running text, and how many lines of a column are such. */
const fullLine = 0.7
const minWords = 2
const minLetters = 12
const minFullShare = 0.3
/** A paragraph goes on in lower case; the cells of a table do not. */
const minContinuedShare = 0.2
/** Share of lines of the right column that begin at one place, as no words behind a blank do by chance. */
const minFlushShare = 0.3
const maxStep = 1.6
const maxCandidates = 40
const maxDepth = 12
/** A page with more words is set in one column, so that searching stays quick. */
const maxWords = 20_000

const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * Cuts what stands on a page into parts that are read one after the other: what is above columns of running text, the columns one by
 * one, what is below. Tables and forms stay whole.
 */
export function inReadingOrder(
  items: readonly PlacedItem[],
  isFromRight: boolean,
): readonly (readonly PlacedItem[])[] {
  if (items.length > maxWords) return [items]
  return cut(items, isFromRight, 0)
}

function cut(
  items: readonly PlacedItem[],
  isFromRight: boolean,
  depth: number,
): readonly (readonly PlacedItem[])[] {
  const columns = depth < maxDepth ? findColumns(items) : undefined
  if (!columns) return items.length > 0 ? [items] : []
  const { above: itemsAbove, left, right, below: itemsBelow } = columns
  const sides = isFromRight ? [right, left] : [left, right]
  return [itemsAbove, ...sides, itemsBelow].flatMap((part) => cut(part, isFromRight, depth + 1))
}

type Columns = {
  readonly above: readonly PlacedItem[]
  readonly left: readonly PlacedItem[]
  readonly right: readonly PlacedItem[]
  readonly below: readonly PlacedItem[]
}

function findColumns(items: readonly PlacedItem[]): Columns | undefined {
  if (items.length < 2 * minLines * minWords) return undefined
  const size = medianOf(items.map(({ word }) => sizeOf([word])))
  if (size === 0) return undefined
  const top = Math.min(...items.map(({ box }) => box[1]))
  const slices = slicesOf(items, top, size)
  const bounds: GapExtent = [
    Math.min(...items.map(({ box }) => box[0])),
    Math.max(...items.map(({ box }) => box[2])),
  ]
  const strips = growStrips(
    slices.map(({ extents }) => extents),
    bounds,
    minGutter * size,
  )
    .filter(({ from, to }) => from > bounds[0] && to < bounds[1])
    .sort((a, b) => b.last - b.first - (a.last - a.first))
    .slice(0, maxCandidates)
  for (const strip of strips) {
    const columns = columnsAt(items, { strip, strips, slices, size })
    if (columns) return columns
  }
  return undefined
}

/** The extents of words in a thin slice of the page; slices without any are left out. */
type Slice = { readonly from: number; readonly to: number; readonly extents: readonly GapExtent[] }

function slicesOf(items: readonly PlacedItem[], top: number, size: number): readonly Slice[] {
  const height = sliceHeight * size
  const slices = new Map<number, GapExtent[]>()
  for (const { box } of items) {
    const middle = middleHeightOf(box)
    const half = (letterHeight * Math.min(size, box[3] - box[1])) / 2
    const first = Math.max(0, Math.floor((middle - half - top) / height))
    const last = Math.floor((middle + half - top) / height)
    for (let i = first; i <= last; i++) {
      const extents = slices.get(i) ?? []
      extents.push(extentOf(box))
      slices.set(i, extents)
    }
  }
  return [...slices]
    .sort(([a], [b]) => a - b)
    .map(([i, extents]) => ({ from: top + i * height, to: top + (i + 1) * height, extents }))
}

type StripPlace = {
  readonly strip: EmptyStrip
  readonly strips: readonly EmptyStrip[]
  readonly slices: readonly Slice[]
  readonly size: number
}

function columnsAt(items: readonly PlacedItem[], place: StripPlace): Columns | undefined {
  const { strip, slices, size } = place
  const { from } = slices[strip.first]!
  const { to } = slices[strip.last]!
  const itemsInside = items.filter(
    ({ box }) => middleHeightOf(box) >= from && middleHeightOf(box) <= to,
  )
  const sides = trim(
    rowsOf(itemsInside.filter(({ box }) => box[2] <= strip.from + 0.1)),
    rowsOf(itemsInside.filter(({ box }) => box[0] >= strip.to - 0.1)),
    size,
  )
  if (!sides || !areColumns(sides, place)) return undefined
  return partsOf(items, withinText(sides, size))
}

function partsOf(items: readonly PlacedItem[], sides: Sides): Columns {
  const left = sides.left.flatMap((row) => row.items)
  const right = sides.right.flatMap((row) => row.items)
  const inColumns = new Set([...left, ...right])
  const start = Math.min(...[...inColumns].map(({ box }) => middleHeightOf(box)))
  const rest = items.filter((item) => !inColumns.has(item))
  return {
    left,
    right,
    above: rest.filter(({ box }) => middleHeightOf(box) < start),
    below: rest.filter(({ box }) => middleHeightOf(box) >= start),
  }
}

/** Leaves out what stands above or below the running text of all columns, parted from it by a blank over the whole width, such as a table. */
function withinText(sides: Sides, size: number): Sides {
  const rows = [...sides.left, ...sides.right].sort(
    (a, b) => middleHeightOf(a.box) - middleHeightOf(b.box),
  )
  const widths = {
    left: medianOf(sides.left.map(({ items }) => widthOf(items))),
    right: medianOf(sides.right.map(({ items }) => widthOf(items))),
  }
  const isFull = (row: PageRow) =>
    isFullLine(row.items, sides.left.includes(row) ? widths.left : widths.right) &&
    rowPiecesOf(row, maxBlank * size).length === 1
  const bands = bandsOf(rows, size)
  const first = bands.findIndex((band) => band.some(isFull))
  const last = bands.findLastIndex((band) => band.some(isFull))
  if (first < 0) return sides
  const isTitleBand = (band: readonly PageRow[]) => band.every((row) => sides.left.includes(row))
  const start = first > 0 && isTitleBand(bands[first - 1]!) ? first - 1 : first
  const keptRows = new Set(bands.slice(start, last + 1).flat())
  return {
    left: sides.left.filter((row) => keptRows.has(row)),
    right: sides.right.filter((row) => keptRows.has(row)),
  }
}

/** The unit is the size of the letters; it is measured between the middles of lines. */
const minBlank = 1.9

function bandsOf(rows: readonly PageRow[], size: number): PageRow[][] {
  const bands: PageRow[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const row of rows) {
    const middle = middleHeightOf(row.box)
    if (middle - end > minBlank * size) bands.push([])
    bands.at(-1)!.push(row)
    end = Math.max(end, middle)
  }
  return bands
}

type Sides = { readonly left: readonly PageRow[]; readonly right: readonly PageRow[] }

/** Leaves out lines on the left that stand above all on the right, and lines below the end of the other side that do not go on. */
function trim(
  left: readonly PageRow[],
  right: readonly PageRow[],
  size: number,
): Sides | undefined {
  const firstRight = right[0]
  if (!firstRight) return undefined
  const begunRows = left.filter(
    ({ box }) => middleHeightOf(box) > middleHeightOf(firstRight.box) - size,
  )
  const lastLeft = begunRows.at(-1)
  const lastRight = right.at(-1)
  if (!lastLeft || !lastRight) return undefined
  return {
    left: withoutTail(begunRows, middleHeightOf(lastRight.box)),
    right: withoutTail(right, middleHeightOf(lastLeft.box)),
  }
}

/**
 * Below the end of the other side, lines that stand apart belong to what follows, unless one of them fills the column as the text of
 * the column does: then the column is longer.
 */
function withoutTail(rows: readonly PageRow[], end: number): readonly PageRow[] {
  const steps = rows
    .slice(1)
    .map(({ box }, i) => middleHeightOf(box) - middleHeightOf(rows[i]!.box))
  const medianStep = medianOf(steps)
  const width = medianOf(rows.map((row) => widthOf(row.items)))
  const isApart = ({ items, box }: PageRow, i: number) => {
    const previous = rows[i - 1]
    if (!previous || middleHeightOf(box) <= end + medianStep / 2) return false
    const isFar = middleHeightOf(box) - middleHeightOf(previous.box) > maxStep * medianStep
    return isFar || isOtherSize(items, previous.items)
  }
  const lastFull = rows.findLastIndex(
    ({ items }, i) => isFullLine(items, width) && !isApart(rows[i]!, i),
  )
  const cutAt = rows.findIndex((row, i) => i > lastFull && isApart(row, i))
  return cutAt < 0 ? rows : rows.slice(0, cutAt)
}

function isOtherSize(a: readonly PlacedItem[], b: readonly PlacedItem[]): boolean {
  const sizes = [a, b].map((items) => sizeOf(items.map(({ word }) => word)))
  return Math.max(...sizes) > 1.15 * Math.min(...sizes)
}

function areColumns({ left, right }: Sides, place: StripPlace): boolean {
  const { strip, size } = place
  const bounds = boundsOf(place)
  const from = Math.max(...bounds.filter(({ to }) => to <= strip.from).map(({ to }) => to), -1e9)
  const to = Math.min(...bounds.filter((one) => one.from >= strip.to).map((one) => one.from), 1e9)
  const gap = minGutter * size
  const leftLines = left.map((row) => lineBefore(row, from, gap)).filter(isPresent)
  const rightLines = right.map((row) => lineAfter(row, to, gap)).filter(isPresent)
  return isRunningText(leftLines) && isRunningText(rightLines) && isFlush(rightLines, size)
}

const isPresent = (line: readonly PlacedItem[]) => line.length > 0

/** Strips beside another that are at least half as long bound the lines next to it. */
function boundsOf({ strip, strips }: StripPlace): readonly EmptyStrip[] {
  const length = (strip.last - strip.first + 1) / 2
  return strips.filter(
    (one) => Math.min(one.last, strip.last) - Math.max(one.first, strip.first) + 1 >= length,
  )
}

function lineBefore({ items }: PageRow, from: number, gap: number): readonly PlacedItem[] {
  const nearItems = items.filter(({ box }) => box[0] >= from - 0.1)
  const odd = oddGapIn(nearItems, gap)
  const index = nearItems.findLastIndex(
    ({ box }, i) => i > 0 && box[0] - nearItems[i - 1]!.box[2] >= odd,
  )
  return nearItems.slice(Math.max(index, 0))
}

function lineAfter({ items }: PageRow, to: number, gap: number): readonly PlacedItem[] {
  const nearItems = items.filter(({ box }) => box[2] <= to + 0.1)
  const odd = oddGapIn(nearItems, gap)
  const index = nearItems.findIndex(
    ({ box }, i) => i > 0 && box[0] - nearItems[i - 1]!.box[2] >= odd,
  )
  return index < 0 ? nearItems : nearItems.slice(0, index)
}

function oddGapIn(items: readonly PlacedItem[], gap: number): number {
  const gaps = items.slice(1).map(({ box }, i) => box[0] - items[i]!.box[2])
  if (!gaps.some((one) => one >= gap)) return gap
  return Math.max(gap, oddGap * (gaps.toSorted((a, b) => a - b)[(gaps.length - 1) >> 1] ?? gap))
}

const widthOf = (line: readonly PlacedItem[]) => line.at(-1)!.box[2] - line[0]!.box[0]

function isRunningText(lines: readonly (readonly PlacedItem[])[]): boolean {
  if (lines.length < minLines) return false
  const widths = lines.map(widthOf).sort((a, b) => a - b)
  const width = widths[Math.floor(widths.length * 0.9)]!
  const full = lines.filter((line) => isFullLine(line, width)).length
  if (full < minLines || full < minFullShare * lines.length) return false
  const casedLines = lines.filter(([first]) => /\p{Lu}|\p{Ll}/u.test(first!.word.text))
  const continuedLines = casedLines.filter(([first]) => /^\P{L}*\p{Ll}/u.test(first!.word.text))
  return continuedLines.length >= minContinuedShare * casedLines.length
}

function isFullLine(line: readonly PlacedItem[], width: number): boolean {
  if (widthOf(line) < fullLine * width) return false
  const texts = line.map(({ word }) => word.text)
  if (texts.join('').length < minLetters) return false
  // Ideographs have no blanks between words.
  if (texts.some((text) => ideograph.test(text))) return true
  return texts.filter((text) => /\p{L}{2}/u.test(text)).length >= minWords
}

function isFlush(lines: readonly (readonly PlacedItem[])[], size: number): boolean {
  const starts = lines.map(([first]) => first!.box[0]).sort((a, b) => a - b)
  const count = Math.max(2, Math.ceil(lines.length * minFlushShare))
  return starts.some((start, i) => (starts[i + count - 1] ?? 1e9) - start <= size / 4)
}
