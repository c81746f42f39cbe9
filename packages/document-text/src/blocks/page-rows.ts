import type { Box, Word } from '../model.ts'
import { hasRightToLeft } from '../text-direction.ts'
import { uniteBoxes } from '../unite-boxes.ts'

/** A word of a page with its place among the words as they are read, and the line that the reader put it on. */
export type PlacedItem = {
  readonly word: Word
  readonly box: Box
  readonly place: number
  readonly line: number
}

/** Words beside each other, from left to right. */
export type PageRow = { readonly items: readonly PlacedItem[]; readonly box: Box }

/** Words of a row with blanks between them. */
export type RowPiece = { readonly text: string; readonly box: Box; readonly words: readonly Word[] }

/** Letters of usual fonts are half as wide as their size. */
const widthShare = 0.5

/** Size of the letters in points. Without a stated one the box tells, which fonts make higher than their letters. */
export function sizeOf(words: readonly Word[]): number {
  let letters = 0
  let sum = 0
  for (const { text, box, style } of words) {
    const height = box[3] - box[1]
    const size = style?.size ?? Math.min(height, (box[2] - box[0]) / text.length / widthShare)
    letters += text.length
    sum += text.length * size
  }
  return letters === 0 ? 0 : sum / letters
}

/** The size of most letters. */
export function usualSize(items: readonly PlacedItem[]): number {
  const sizes = new Map<number, number>()
  for (const { word } of items) {
    const size = Math.round(sizeOf([word]) * 4) / 4
    sizes.set(size, (sizes.get(size) ?? 0) + word.text.length)
  }
  const hasStyles = items.some(({ word }) => word.style)
  if (hasStyles) return [...sizes].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0
  return medianOf(items.map(({ word }) => sizeOf([word])))
}

export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

export const middleHeightOf = ([, top, , bottom]: Box) => (top + bottom) / 2

const maxRowsBack = 3

/** Rows from top to bottom. Words that the reader put on one line stay on it, and lines beside each other are one row. */
export function rowsOf(items: readonly PlacedItem[]): PageRow[] {
  const lines = [...Map.groupBy(items, ({ line }) => line).values()]
    .map((line) => ({ items: line, box: uniteBoxes(line.map(({ box }) => box)) }))
    .sort((a, b) => middleHeightOf(a.box) - middleHeightOf(b.box))
  const rows: PageRow[] = []
  for (const line of lines) {
    const index = rows.findLastIndex((row) => isBeside(row, line))
    if (index < 0 || index < rows.length - maxRowsBack) rows.push(line)
    else {
      const row = rows[index]!
      rows[index] = {
        items: [...row.items, ...line.items],
        box: uniteBoxes([row.box, line.box]),
      }
    }
  }
  return rows.map(({ items: rowItems, box }) => ({
    items: rowItems.toSorted((a, b) => a.box[0] - b.box[0]),
    box,
  }))
}

/** In heights of the lower one: two lines of a paragraph are farther apart. */
const maxOffset = 0.3

function isBeside(row: PageRow, line: PageRow): boolean {
  const height = Math.min(row.box[3] - row.box[1], line.box[3] - line.box[1])
  if (Math.abs(middleHeightOf(row.box) - middleHeightOf(line.box)) > maxOffset * height)
    return false
  return !row.items.some(({ box }) =>
    line.items.some((one) => one.box[0] < box[2] && box[0] < one.box[2]),
  )
}

/** Splits a row at gaps that are wider than the limit. */
export function rowPiecesOf(row: PageRow, minGap: number): RowPiece[] {
  const groups: PlacedItem[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const item of row.items) {
    if (groups.length === 0 || item.box[0] - end > minGap) groups.push([])
    groups.at(-1)?.push(item)
    end = Math.max(end, item.box[2])
  }
  return groups.map(pieceOf)
}

/** What runs from the right is read in the reader's order. */
function pieceOf(items: readonly PlacedItem[]): RowPiece {
  const orderedItems = items.some(({ word }) => hasRightToLeft(word.text))
    ? items.toSorted((a, b) => a.place - b.place)
    : items
  const words = orderedItems.map(({ word }) => word)
  return {
    text: words.map(({ text }) => text).join(' '),
    box: uniteBoxes(items.map(({ box }) => box)),
    words,
  }
}

export const textOfRow = (row: PageRow) => pieceOf(row.items).text
