import type { Box, DocumentText, Page } from '@recto/document-text/model'
import { getHeight, middle } from '../align/boxes.ts'
import { type Passage, toPassage } from '../align/passage.ts'

/** Words side by side at one height, split into cells where the gap is wider than a space. */
export type CellRow = { readonly page: number; readonly cells: readonly Passage[] }

/** Minimum gap between two cells, in letter widths; a space is about half a letter wide. */
const cellGap = 1.7

/** Finds the rows of every page from top to bottom, with their cells from left to right. */
export function findCellRows(document: DocumentText): readonly CellRow[] {
  return document.pages.flatMap((page, pageIndex) => {
    const borders = findBorders(page)
    return groupByHeight(page).map((words) => ({
      page: pageIndex,
      cells: splitAtGaps(page, words, borders).map((cell) => toPassage(document, pageIndex, cell)),
    }))
  })
}

function groupByHeight(page: Page): readonly (readonly number[])[] {
  const order = page.words
    .map((word, index) => ({ i: index, box: word.box }))
    .filter(({ i }) => page.words[i]?.text.trim() !== '')
    .toSorted((a, b) => middle(a.box) - middle(b.box))
  const maxDistance =
    0.7 * order.reduce((maxHeight, { box }) => Math.max(maxHeight, getHeight(box)), 0)
  const rows: WordRow[] = []
  for (const { i: index, box } of order) {
    const row = findRowAt(rows, box, maxDistance)
    if (row) row.words.push(index)
    else rows.push({ words: [index], box })
  }
  return rows
    .toSorted((a, b) => middle(a.box) - middle(b.box))
    .map(({ words }) => words.toSorted((a, b) => getLeft(page, a) - getLeft(page, b)))
}

type WordRow = { readonly words: number[]; readonly box: Box }

/** Finds the last row at the height of a word; rows above `maxDistance` cannot match. */
function findRowAt(rows: readonly WordRow[], box: Box, maxDistance: number): WordRow | undefined {
  const minMiddle = middle(box) - maxDistance
  for (let index = rows.length - 1; index >= 0; index--) {
    const row = rows[index]
    if (!row || middle(row.box) < minMiddle) return undefined
    if (isSameHeight(row.box, box)) return row
  }
  return undefined
}

/** Words of different sizes share a baseline, words of one size share their middle. */
function isSameHeight(a: Box, b: Box): boolean {
  const minHeight = Math.min(getHeight(a), getHeight(b))
  const maxHeight = Math.max(getHeight(a), getHeight(b))
  return Math.abs(middle(a) - middle(b)) < minHeight / 2 || Math.abs(a[3] - b[3]) < maxHeight / 5
}

function splitAtGaps(
  page: Page,
  words: readonly number[],
  borders: ReadonlySet<number>,
): readonly (readonly number[])[] {
  const letterCount = words.reduce((sum, index) => sum + (page.words[index]?.text.length ?? 0), 0)
  const totalWidth = words.reduce((sum, index) => sum + getWidth(page.words[index]?.box), 0)
  const maxGap = cellGap * (totalWidth / Math.max(letterCount, 1))
  return splitAtBorders(words, borders).flatMap((part) => {
    const cells: number[][] = []
    for (const index of part) {
      const previous = cells.at(-1)?.at(-1)
      const gap =
        previous === undefined
          ? Number.POSITIVE_INFINITY
          : getLeft(page, index) - getRight(page, previous)
      if (gap > maxGap && !isSignOfAmount(page, previous, index)) cells.push([index])
      else cells.at(-1)?.push(index)
    }
    return cells
  })
}

/** Splits words where a letter is the border of a column, and drops the border. */
function splitAtBorders(
  words: readonly number[],
  borders: ReadonlySet<number>,
): readonly (readonly number[])[] {
  if (borders.size === 0) return [words]
  const parts: number[][] = [[]]
  for (const index of words) {
    if (borders.has(index)) parts.push([])
    else parts.at(-1)?.push(index)
  }
  return parts
}

/** Distance in points within which bars are above each other. */
const maxBarOffset = 3
/** Maximum distance of two bars of a border, in their heights. */
const maxBarDistance = 4

/** Finds the bars that are borders of columns: bars above each other. A single one is part of a text. */
function findBorders({ words }: Page): ReadonlySet<number> {
  const bars = words.flatMap(({ text, box }, index) => (isBar(text) ? { index, box } : []))
  const columns = Map.groupBy(bars, ({ box }) => Math.round(box[0] / maxBarOffset))
  const borders = [...columns.values()].flatMap((column) => {
    const sortedBars = column.toSorted((a, b) => a.box[1] - b.box[1])
    return sortedBars.filter(
      (bar, i) => isNextBar(sortedBars[i - 1], bar) || isNextBar(bar, sortedBars[i + 1]),
    )
  })
  return new Set(borders.map(({ index }) => index))
}

type Bar = { readonly box: Box }

function isNextBar(upper: Bar | undefined, lower: Bar | undefined): boolean {
  if (!upper || !lower) return false
  const distance = middle(lower.box) - middle(upper.box)
  const height = getHeight(upper.box)
  return distance > height / 2 && distance < maxBarDistance * height
}

const isBar = (text: string): boolean => /^[|¦│║]+$/u.test(text)

const maxDistanceToAmount = 8

/** A currency sign belongs to its amount, however far apart a receipt prints them. */
function isSignOfAmount(page: Page, previous: number | undefined, next: number): boolean {
  const sign = page.words[previous ?? -1]
  const amount = page.words[next]
  if (!sign || !amount || !isCurrencySign(sign.text) || !/^[-–]?\d/.test(amount.text)) return false
  return amount.box[0] - sign.box[2] < maxDistanceToAmount * getHeight(sign.box)
}

const isCurrencySign = (text: string): boolean =>
  /^(?:\p{Sc}|[A-Z]{1,2}\$|RM|Rs\.?|Rp\.?|CHF|Fr\.|kr\.?|zł|Kč|EUR|USD|GBP|INR|CAD|AUD|NZD|SGD|HKD|MYR|SEK|NOK|DKK|PLN|CZK)$/u.test(
    text,
  )

function getLeft(page: Page, word: number): number {
  return page.words[word]?.box[0] ?? 0
}

function getRight(page: Page, word: number): number {
  return page.words[word]?.box[2] ?? 0
}

function getWidth(box: Box | undefined): number {
  return box ? box[2] - box[0] : 0
}
