import type { Box } from '@recto/document-text/model'
import { heightOf } from '../../align/boxes.ts'
import type { Passage } from '../../align/passage.ts'
import { columnKindOf } from '../../labels/column-kinds.ts'
import type { CellRow } from '../../labels/layout-cells.ts'
import { phraseOf } from '../../labels/phrases.ts'
import { findNumbers, wholeNumber } from '../../values/parse-number.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import { type AskedColumn, matchColumns } from './asked-columns.ts'
import type { FoundRows } from './found-rows.ts'
import { isTotal } from './read-table.ts'

type Range = { readonly fromPage: number; readonly toPage: number }
type Prepared = Pick<PreparedDocument, 'rows' | 'decimalMark'>

/** What a thing is called, and its price at the right. */
type Priced = { readonly name: Passage; readonly amount: Passage; readonly isSum: boolean }

/** Two things with their prices may be anything; from three on they are a list. */
const fewest = 3
/** In heights of a row: further down stands something else. */
const maxGap = 4

const names = ['Description', 'Amount']

/** The longest list of things with their prices that stands under no headings; what is indented only details the row above. */
export function findUnheadedRows(
  prepared: Prepared,
  wanted: readonly AskedColumn[],
  range: Range,
): FoundRows | undefined {
  const [best] = blocksOf(prepared, range)
    .map((block) => ({ block, things: outermost(block.filter(({ isSum }) => !isSum)) }))
    .filter(({ things }) => things.length >= fewest)
    .toSorted((a, b) => b.things.length - a.things.length)
  if (!best) return undefined
  const columns = names.map((text) => {
    const phrase = phraseOf(text)
    return { text, phrase, kind: columnKindOf(phrase), box: noPlace }
  })
  const places = wanted.length === 0 ? [0, 1] : matchColumns(wanted, columns)
  if (places.every((at) => at === undefined)) return undefined
  return {
    columns: places.map((at, i) => ({
      name: wanted[i]?.name ?? names[at ?? 0] ?? '',
      isKnown: false,
    })),
    rows: best.things.map(({ name, amount }) =>
      places.map((at) => (at === undefined ? [] : [at === 0 ? name : amount])),
    ),
    totals: sumsOf(prepared, range),
  }
}

const noPlace: Box = [0, 0, 0, 0]

/** Things with their prices, each close under the one before, their prices ending at one edge. */
function blocksOf(prepared: Prepared, range: Range): readonly Priced[][] {
  const blocks: Priced[][] = []
  let isOpen = false
  for (const row of rowsWithin(prepared, range)) {
    const priced = pricedOf(prepared, row)
    const block = isOpen ? blocks.at(-1) : undefined
    isOpen = priced !== undefined
    if (!priced) continue
    if (block && belongsTo(block.at(-1), priced)) block.push(priced)
    else blocks.push([priced])
  }
  return blocks
}

function pricedOf(prepared: Prepared, row: CellRow): Priced | undefined {
  const [name, last, ...more] = row.cells
  if (!name || !last || more.length > 0) return undefined
  const isName = /\p{L}{2}/u.test(name.text) && !/[:：]$/u.test(name.text)
  if (!isName || !isPrice(last, prepared)) return undefined
  return { name, amount: last, isSum: isTotal(row) }
}

/** A number of money, by its sign or by its two decimals. */
function isPrice({ text }: Passage, { decimalMark }: Prepared): boolean {
  const isOfMoney = /\p{Sc}/u.test(text) || /\d[.,]\d{2}(?!\d)/.test(text)
  return isOfMoney && wholeNumber(text, decimalMark) !== undefined
}

function belongsTo(before: Priced | undefined, next: Priced): boolean {
  if (!before) return false
  const height = heightOf(next.amount.box)
  const isBelow = before.name.page === next.name.page
  const gap = next.amount.box[1] - before.amount.box[3]
  const isAligned = Math.abs(next.amount.box[2] - before.amount.box[2]) < height
  return isBelow && isAligned && gap < maxGap * height
}

/** Those that begin furthest left. */
function outermost(things: readonly Priced[]): readonly Priced[] {
  const left = Math.min(...things.map(({ name }) => name.box[0]))
  return things.filter(({ name }) => name.box[0] - left < 0.5 * heightOf(name.box))
}

const rowsWithin = ({ rows }: Prepared, { fromPage, toPage }: Range) =>
  rows.filter(({ page }) => page >= fromPage && page <= toPage)

function sumsOf(prepared: Prepared, range: Range): readonly number[] {
  const { decimalMark } = prepared
  return rowsWithin(prepared, range)
    .filter(isTotal)
    .flatMap(({ cells }) => cells.slice(1))
    .flatMap(({ text }) =>
      findNumbers(text, decimalMark).flatMap(({ value, isPercent }) => (isPercent ? [] : [value])),
    )
}
