import type { Box, DocumentText, Page } from '@recto/document-text/model'
import { heightOf, middle } from '../align/boxes.ts'
import { type Passage, passageOf } from '../align/passage.ts'

/** Words side by side at one height, split into cells where the gap is wider than a blank. */
export type CellRow = { readonly page: number; readonly cells: readonly Passage[] }

/** A gap of this many letter widths parts two cells; a blank is about half a letter wide. */
const cellGap = 1.7

/** The rows of every page from top to bottom, their cells from left to right. */
export function rowsOf(document: DocumentText): readonly CellRow[] {
  return document.pages.flatMap((page, at) =>
    linesAtOneHeight(page).map((words) => ({
      page: at,
      cells: splitAtGaps(page, words).map((cell) => passageOf(document, at, cell)),
    })),
  )
}

function linesAtOneHeight(page: Page): readonly (readonly number[])[] {
  const order = page.words
    .map((word, i) => ({ i, box: word.box }))
    .filter(({ i }) => page.words[i]?.text.trim() !== '')
    .toSorted((a, b) => middle(a.box) - middle(b.box))
  const reach = 0.7 * order.reduce((most, { box }) => Math.max(most, heightOf(box)), 0)
  const rows: Row[] = []
  for (const { i, box } of order) {
    const row = rowAt(rows, box, reach)
    if (row) row.words.push(i)
    else rows.push({ words: [i], box })
  }
  return rows
    .toSorted((a, b) => middle(a.box) - middle(b.box))
    .map(({ words }) => words.toSorted((a, b) => leftOf(page, a) - leftOf(page, b)))
}

type Row = { readonly words: number[]; readonly box: Box }

/** The last row at the height of a word; none further up than the reach can be. */
function rowAt(rows: readonly Row[], box: Box, reach: number): Row | undefined {
  const highest = middle(box) - reach
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at]
    if (!row || middle(row.box) < highest) return undefined
    if (isSameHeight(row.box, box)) return row
  }
  return undefined
}

/** Words of different sizes share a base line, words of one size share their middle. */
function isSameHeight(a: Box, b: Box): boolean {
  const lower = Math.min(heightOf(a), heightOf(b))
  const higher = Math.max(heightOf(a), heightOf(b))
  return Math.abs(middle(a) - middle(b)) < lower / 2 || Math.abs(a[3] - b[3]) < higher / 5
}

function splitAtGaps(page: Page, words: readonly number[]): readonly (readonly number[])[] {
  const letters = words.reduce((sum, i) => sum + (page.words[i]?.text.length ?? 0), 0)
  const widths = words.reduce((sum, i) => sum + widthOf(page.words[i]?.box), 0)
  const maxGap = cellGap * (widths / Math.max(letters, 1))
  const cells: number[][] = []
  for (const i of words) {
    const previous = cells.at(-1)?.at(-1)
    const gap =
      previous === undefined ? Number.POSITIVE_INFINITY : leftOf(page, i) - rightOf(page, previous)
    if (gap > maxGap && !isOfAmount(page, previous, i)) cells.push([i])
    else cells.at(-1)?.push(i)
  }
  return cells
}

/** The sign of a currency goes with its amount, however far a receipt sets them apart. */
function isOfAmount(page: Page, previous: number | undefined, next: number): boolean {
  const [sign, amount] = [page.words[previous ?? -1], page.words[next]]
  if (!sign || !amount || !isCurrency(sign.text) || !/^[-–]?\d/.test(amount.text)) return false
  return amount.box[0] - sign.box[2] < farthestAmount * heightOf(sign.box)
}

const farthestAmount = 8

const isCurrency = (text: string): boolean =>
  /^(?:\p{Sc}|[A-Z]{1,2}\$|RM|Rs\.?|Rp\.?|CHF|Fr\.|kr\.?|zł|Kč|EUR|USD|GBP|INR|CAD|AUD|NZD|SGD|HKD|MYR|SEK|NOK|DKK|PLN|CZK)$/u.test(
    text,
  )

function leftOf(page: Page, word: number): number {
  return page.words[word]?.box[0] ?? 0
}

function rightOf(page: Page, word: number): number {
  return page.words[word]?.box[2] ?? 0
}

function widthOf(box: Box | undefined): number {
  return box ? box[2] - box[0] : 0
}
