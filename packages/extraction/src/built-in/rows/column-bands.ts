import type { Box } from '@recto/document-text/model'
import { type Passage, toPassage } from '../../align/passage.ts'
import type { CellRow } from '../../labels/cell-rows.ts'
import type { HeadedColumn, RowSource } from './headed-column.ts'

/** The text of a row in each column, if any. */
export type RowCells = readonly (Passage | undefined)[]

/** The right ends of all columns but the last, from left to right. */
export type ColumnEnds = readonly number[]

/** The boxes of the words of a row, from left to right, each with the index of its cell. */
type RowBoxes = readonly {
  readonly box: Box
  readonly cell: number
  readonly isNumber: boolean
}[]

/**
 * Finds where each column ends: between the headings, where the fewest words of the rows below run
 * across, and rather between cells than between the words of one.
 */
export function findColumnEnds(
  source: RowSource,
  columns: readonly HeadedColumn[],
  rows: readonly CellRow[],
): ColumnEnds {
  const boxesByRow = rows.map((row) => toRowBoxes(source, row))
  return columns.slice(1).map((right, index) => {
    const left = columns[index]
    return left ? findEnd(left.box, right.box, boxesByRow) : right.box[0]
  })
}

const toRowBoxes = ({ document }: RowSource, { page, cells }: CellRow): RowBoxes =>
  cells
    .flatMap(({ words }, cell) =>
      words.flatMap((word) => {
        const { box, text } = document.pages[page]?.words[word] ?? {}
        return box ? [{ box, cell, isNumber: !/\p{L}/u.test(text ?? '') }] : []
      }),
    )
    .toSorted((a, b) => a.box[0] - b.box[0])

const margin = 0.5

function findEnd(left: Box, right: Box, rows: readonly RowBoxes[]): number {
  const from = Math.min((left[0] + left[2]) / 2, left[2] - 1)
  const to = Math.max((right[0] + right[2]) / 2, right[0] + 1)
  const middle = (left[2] + right[0]) / 2
  const positions = [middle, left[2] + margin, right[0] - margin, ...findGaps(rows, from)].filter(
    (position) => position >= from && position <= to,
  )
  const costs = [...new Set(positions)].map((position) => ({
    position,
    cost: computeCost(position, rows, left, right) + Math.abs(position - middle) / 10_000,
  }))
  return costs.reduce((best, one) => (one.cost < best.cost ? one : best), {
    position: middle,
    cost: Number.POSITIVE_INFINITY,
  }).position
}

/** The middles and ends of the gaps between words. */
const findGaps = (rows: readonly RowBoxes[], from: number): readonly number[] =>
  rows.flatMap((boxes) => [
    ...boxes.flatMap(({ box }, index) => {
      const end = boxes[index - 1]?.box[2] ?? from
      return box[0] > end ? [(box[0] + end) / 2, end + margin, box[0] - margin] : []
    }),
    (boxes.at(-1)?.box[2] ?? from) + margin,
  ])

/** Cost of an end below a heading, which is then above two columns. */
const headingCost = 1
/** Cost of a word that runs across, and of a text that is divided between two of its words. */
const wordCost = 1
const textCost = 0.4
/** Cost of a division between a number and its unit, and between a unit and the next number. */
const unitCost = 0.15
const numberCost = 0.05

function getDivisionCost(isAfterNumber: boolean, isNumber: boolean): number {
  if (isAfterNumber === isNumber) return textCost
  return isNumber ? numberCost : unitCost
}

function computeCost(position: number, rows: readonly RowBoxes[], left: Box, right: Box): number {
  let cost = position < left[2] - margin || position > right[0] + margin ? headingCost : 0
  for (const boxes of rows) {
    const next = boxes.findIndex(({ box }) => box[2] > position)
    const word = boxes[next]
    if (!word) continue
    if (word.box[0] < position) cost += wordCost
    else if (boxes[next - 1]?.cell === word.cell)
      cost += getDivisionCost(boxes[next - 1]?.isNumber === true, word.isNumber)
  }
  return cost
}

/** Assigns the words of a row to the columns; a word belongs where its middle is. */
export function assignCells(
  { document }: Pick<RowSource, 'document'>,
  row: CellRow,
  ends: ColumnEnds,
): RowCells {
  const words: number[][] = Array.from({ length: ends.length + 1 }, () => [])
  for (const cell of row.cells) {
    for (const word of cell.words) {
      const box = document.pages[cell.page]?.words[word]?.box ?? cell.box
      words[findBand(ends, (box[0] + box[2]) / 2)]?.push(word)
    }
  }
  return words.map((wordsOfColumn) =>
    wordsOfColumn.length === 0 ? undefined : toPassage(document, row.page, wordsOfColumn),
  )
}

function findBand(ends: ColumnEnds, position: number): number {
  const index = ends.findIndex((end) => position < end)
  return index === -1 ? ends.length : index
}
