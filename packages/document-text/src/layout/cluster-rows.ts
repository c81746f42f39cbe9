import type { FramedWord } from './text-frame.ts'

/**
 * The side from which rows are followed. Each word joins the row whose base line it continues, and
 * that base line is known from the words between it and the starting side: the left edge, the right
 * edge, or the middle of the text. The side matters where rows bend or where the two halves of a
 * page do not align: a word that fits two rows joins its neighbour on the starting side.
 */
export type LineSplitterStrategy = 'left-priority' | 'right-priority' | 'mid-priority'

export type RowOptions = {
  /** Share of the letter height by which a word may deviate from the base line of its row. */
  readonly tolerance: number
  readonly strategy: LineSplitterStrategy
}

/** Words of one line, from its start to its end. */
export type TextRow = {
  readonly words: readonly FramedWord[]
  readonly base: number
  readonly height: number
}

type OpenRow = {
  readonly words: FramedWord[]
  start: number
  end: number
  /** Vertical extent of the middles and the base lines of all words. */
  minMiddle: number
  maxBase: number
  /**
   * The two outermost words at each end; a base line is judged by two, because one may be a small
   * raised sign.
   */
  head: readonly [FramedWord, FramedWord]
  tail: readonly [FramedWord, FramedWord]
}

/** Share of the shorter word by which neighbours in a row may overlap. */
const overlapTolerance = 0.3
/** Maximum ratio of letter heights that counts when a lower word meets a higher one. */
const maxHeightRatio = 1.5
/** Share of the page's median height that dashes and commas count as. */
const minHeightShare = 0.5

/** The rows of a page from top to bottom. */
export function clusterRows(
  words: readonly FramedWord[],
  { tolerance, strategy }: RowOptions,
): readonly TextRow[] {
  const usual = medianHeight(words)
  const shelf = openShelf(words, usual)
  const limits = { tolerance, minHeight: minHeightShare * usual }
  const rows: OpenRow[] = []
  for (const word of inOrderOf(words, strategy)) {
    const row = bestRow(shelf, word, limits)
    if (row) addTo(row, word)
    else rows.push(rowOf(word))
    shelve(shelf, row ?? rows.at(-1)!)
  }
  return rows.map(finish).sort((a, b) => a.base - b.base)
}

function inOrderOf(
  words: readonly FramedWord[],
  strategy: LineSplitterStrategy,
): readonly FramedWord[] {
  if (strategy === 'left-priority') return words.toSorted((a, b) => a.start - b.start)
  if (strategy === 'right-priority') return words.toSorted((a, b) => b.end - a.end)
  let start = Number.POSITIVE_INFINITY
  let end = Number.NEGATIVE_INFINITY
  for (const word of words) {
    start = Math.min(start, word.start)
    end = Math.max(end, word.end)
  }
  const distance = (word: FramedWord) => Math.abs(word.start + word.end - start - end)
  return words.toSorted((a, b) => distance(a) - distance(b))
}

type Limits = { readonly tolerance: number; readonly minHeight: number }

/** Rows by their height on the page, so that a word meets only those that are near. */
type Shelf = { readonly top: number; readonly step: number; readonly boards: OpenRow[][] }

const maxBoards = 500

function openShelf(words: readonly FramedWord[], usualHeight: number): Shelf {
  let top = Number.POSITIVE_INFINITY
  let bottom = Number.NEGATIVE_INFINITY
  for (const { middle, base } of words) {
    top = Math.min(top, middle)
    bottom = Math.max(bottom, base)
  }
  const step = Math.max(usualHeight, (bottom - top) / maxBoards, 0.01)
  const count = words.length === 0 ? 0 : Math.floor((bottom - top) / step) + 1
  return { top, step, boards: Array.from({ length: count }, () => []) }
}

function boardAt({ top, step, boards }: Shelf, place: number): number {
  return Math.min(Math.max(Math.floor((place - top) / step), 0), boards.length - 1)
}

/** Again after each word, because the row may have grown upwards or downwards. */
function shelve(shelf: Shelf, row: OpenRow): void {
  const last = boardAt(shelf, row.maxBase)
  for (let i = boardAt(shelf, row.minMiddle); i <= last; i++) {
    const board = shelf.boards[i]!
    if (!board.includes(row)) board.push(row)
  }
}

function bestRow(shelf: Shelf, word: FramedWord, limits: Limits): OpenRow | undefined {
  let best: OpenRow | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  const reach = limits.tolerance * maxHeightRatio * Math.max(word.height, limits.minHeight)
  const last = boardAt(shelf, word.base + reach)
  for (let i = boardAt(shelf, word.middle - reach); i <= last; i++) {
    for (const row of shelf.boards[i]!) {
      const distance = distanceTo(row, word, limits)
      if (distance >= bestDistance) continue
      best = row
      bestDistance = distance
    }
  }
  return best
}

/**
 * Returns the distance from the base line of the row at the point nearest to the word; infinite if
 * the word does not fit the row.
 */
function distanceTo(row: OpenRow, word: FramedWord, { tolerance, minHeight }: Limits): number {
  const isAfter = word.start + word.end >= row.start + row.end
  let nearest = Number.POSITIVE_INFINITY
  for (const neighbour of isAfter ? row.tail : row.head) {
    const distance = Math.min(
      Math.abs(neighbour.base - word.base),
      Math.abs(neighbour.middle - word.middle),
    )
    if (distance >= nearest || distance > tolerance * commonHeight(neighbour, word, minHeight))
      continue
    if (!overlaps(row, neighbour, word)) nearest = distance
  }
  return nearest
}

function commonHeight(a: FramedWord, b: FramedWord, minHeight: number): number {
  const one = Math.max(a.height, minHeight)
  const otherHeight = Math.max(b.height, minHeight)
  return Math.min((one + otherHeight) / 2, maxHeightRatio * Math.min(one, otherHeight))
}

function overlaps(row: OpenRow, neighbour: FramedWord, word: FramedWord): boolean {
  const shared = Math.min(row.end, word.end) - Math.max(row.start, word.start)
  if (shared <= 0) return false
  const shorter = Math.min(word.end - word.start, neighbour.end - neighbour.start)
  return shared > overlapTolerance * shorter
}

function rowOf(word: FramedWord): OpenRow {
  const wordTwice = [word, word] as const
  const { start, end, middle, base } = word
  return {
    words: [word],
    start,
    end,
    minMiddle: middle,
    maxBase: base,
    head: wordTwice,
    tail: wordTwice,
  }
}

function addTo(row: OpenRow, word: FramedWord): void {
  row.words.push(word)
  if (word.start + word.end >= row.start + row.end) row.tail = [word, row.tail[0]]
  else row.head = [word, row.head[0]]
  row.start = Math.min(row.start, word.start)
  row.end = Math.max(row.end, word.end)
  row.minMiddle = Math.min(row.minMiddle, word.middle)
  row.maxBase = Math.max(row.maxBase, word.base)
}

function finish({ words }: OpenRow): TextRow {
  let letters = 0
  let base = 0
  for (const word of words) {
    const weight = Math.max(word.text.length, 1)
    letters += weight
    base += word.base * weight
  }
  return {
    words: words.sort((a, b) => a.start - b.start),
    base: base / letters,
    height: medianHeight(words),
  }
}

function medianHeight(words: readonly FramedWord[]): number {
  const first = words[0]?.height ?? 0
  if (words.every(({ height }) => height === first)) return first
  const heights = words.map(({ height }) => height).sort((a, b) => a - b)
  return heights[heights.length >> 1] ?? 0
}
