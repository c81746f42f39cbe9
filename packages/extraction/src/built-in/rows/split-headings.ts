import type { Box } from '@recto/document-text/model'
import { getHeight, union } from '../../align/boxes.ts'
import { type Passage, toPassage } from '../../align/passage.ts'
import type { CellRow } from '../../labels/cell-rows.ts'
import {
  type HeadedColumn,
  type Headings,
  overlaps,
  type RowSource,
  toColumn,
} from './headed-column.ts'
import { isTotal } from './row-totals.ts'

/** Maximum number of rows below a heading that show where its columns are. */
const maxSampleRows = 40
/** Maximum gap between the first of these rows, in row heights. */
const maxSampleGap = 3

/** Maximum distance of the left edges of texts that are below each other. */
const maxIndent = 3

const getBoxOfRow = ({ cells }: CellRow): Box => union(cells.map(({ box }) => box))

/** A note can stand between the first rows, but below several rows begins something else. */
const minRowsBeforeProse = 3

/** The rows directly below headings, up to a gap that is much wider than those before. */
export function sampleRows(
  { rows }: Pick<RowSource, 'rows'>,
  { page, last, columns }: Pick<Headings, 'page' | 'last' | 'columns'>,
): readonly CellRow[] {
  const sample: CellRow[] = []
  let bottom = Math.max(...columns.map(({ box }) => box[3]))
  let maxGap = 0
  const rowsBelow = rows.slice(last + 1, last + 1 + maxSampleRows)
  for (const row of rowsBelow.filter((one) => !isRule(one))) {
    const box = getBoxOfRow(row)
    const gap = box[1] - bottom
    if (row.page !== page || endsSample(row, sample, { gap, maxGap })) break
    if ((sample.at(-1)?.cells.length ?? 0) > 1) maxGap = Math.max(maxGap, gap)
    bottom = box[3]
    sample.push(row)
  }
  return dropProse(sample, columns)
}

/** Drops texts that run across the columns, and what follows the first of them below several rows. */
function dropProse(rows: readonly CellRow[], columns: readonly HeadedColumn[]): readonly CellRow[] {
  const firstNote = rows.findIndex(
    (row, index) => index >= minRowsBeforeProse && isProse(row, columns),
  )
  return rows
    .slice(0, firstNote === -1 ? rows.length : firstNote)
    .filter((row) => !isProse(row, columns))
}

function endsSample(
  row: CellRow,
  sample: readonly CellRow[],
  { gap, maxGap }: Pick<Gap, 'gap' | 'maxGap'>,
): boolean {
  const box = getBoxOfRow(row)
  const left = sample[0]?.cells[0]?.box[0] ?? box[0]
  const isAligned = Math.abs(box[0] - left) < maxIndent
  const height = getHeight(box)
  if (isWideGap({ gap, maxGap, height, count: sample.length, isAligned })) return true
  return sample.length > 0 && (isTotal(row) || statesDetails(row))
}

/** Whether every text is a label with its value, as below a table: `Average: 12.4`. */
const statesDetails = ({ cells }: CellRow): boolean =>
  cells.every(({ text }) => /^\p{L}[\p{L}\d.'’() -]{1,60}\s?[:：]\s?\S/u.test(text))

type Gap = {
  readonly gap: number
  readonly maxGap: number
  readonly height: number
  /** Number of rows above. */
  readonly count: number
  /** Whether the row below begins where the rows above do. */
  readonly isAligned: boolean
}

/** Whether a gap below rows is much wider than those between them. */
export function isWideGap({ gap, maxGap, height, count, isAligned }: Gap): boolean {
  if (count < 2) return gap > maxSampleGap * height
  return gap > Math.max((isAligned ? 1.25 : 0.7) * height, 1.7 * maxGap)
}

export const isRule = ({ cells }: CellRow): boolean =>
  cells.every(({ text }) => !/[\p{L}\d]/u.test(text)) &&
  cells.some(({ text }) => /[-_=*]{3}/u.test(text))

/** Whether a row is a text that runs across the columns. */
export function isProse({ cells }: CellRow, columns: readonly HeadedColumn[]): boolean {
  const from = Math.min(...columns.map(({ box }) => box[0]))
  const to = Math.max(...columns.map(({ box }) => box[2]))
  return cells.some(
    ({ box, words }) =>
      words.length > 5 &&
      box[2] - box[0] > 0.6 * (to - from) &&
      columns.filter((column) => overlaps(column.box, box)).length > 2,
  )
}

/**
 * Splits headings that are printed close together and adds columns that have no heading, both by
 * what is printed below. `main` is the row of headings when they have only one line.
 */
export function splitHeadings(source: RowSource, headings: Headings, main: CellRow): Headings {
  const sample = sampleRows(source, headings).filter(({ cells }) => cells.length > 1)
  const words = getPlacedWords(source, sample)
  const lines = source.rows.slice(headings.first, headings.last + 1)
  const split = headings.columns.flatMap((column) => {
    const cell = main.cells.find(({ box }) => overlaps(box, column.box))
    return cell ? splitColumn(source, column, { cell, words, lines, main }) : [column]
  })
  return { ...headings, columns: addColumnsWithoutHeading(sample, split) }
}

type SplitContext = {
  readonly cell: Passage
  readonly words: readonly (readonly PlacedWord[])[]
  readonly lines: readonly CellRow[]
  readonly main: CellRow
}

type WordContent = 'number' | 'percentage' | 'mixed' | 'word' | 'sign'

function toContent(text: string): WordContent {
  if (/\p{L}/u.test(text)) return /\d/.test(text) ? 'mixed' : 'word'
  if (!/\d/.test(text)) return 'sign'
  return text.endsWith('%') ? 'percentage' : 'number'
}

type PlacedWord = { readonly box: Box; readonly cell: number; readonly content: WordContent }

const getPlacedWords = ({ document }: RowSource, rows: readonly CellRow[]) =>
  rows.map(({ page, cells }) =>
    cells.flatMap(({ words }, cell) =>
      words.flatMap((index): readonly PlacedWord[] => {
        const word = document.pages[page]?.words[index]
        return word ? [{ box: word.box, cell, content: toContent(word.text) }] : []
      }),
    ),
  )

function splitColumn(
  source: RowSource,
  column: HeadedColumn,
  { cell, words, lines, main }: SplitContext,
): readonly HeadedColumn[] {
  const boxes = cell.words.map((word) => source.document.pages[cell.page]?.words[word]?.box)
  const cuts: number[] = []
  // A text that begins below the next heading belongs to that one.
  const maxRight = Math.min(
    ...main.cells.map(({ box }) => box[0]).filter((left) => left > cell.box[2]),
  )
  const indexes = cell.words.map((_, index) => index).slice(1)
  for (const index of indexes) {
    const leftWord = boxes[index - 1]
    const rightWord = boxes[index]
    const isInBrackets = /^\(/u.test(cell.text.slice(cell.starts[index]))
    if (
      leftWord &&
      rightWord &&
      !isInBrackets &&
      isColumnEdge(words, { leftWord, rightWord, maxRight })
    )
      cuts.push(index)
  }
  if (cuts.length === 0) {
    const namedCut = indexes.find((index) => {
      const leftWord = boxes[index - 1]
      const rightWord = boxes[index]
      return (
        leftWord && rightWord && isNamedCut(source, cell, { index, words, leftWord, rightWord })
      )
    })
    if (namedCut !== undefined) cuts.push(namedCut)
  }
  if (cuts.length === 0) return [column]
  const ends = [...cuts, cell.words.length]
  return ends.map((end, part) => {
    const wordsOfPart = cell.words.slice(part === 0 ? 0 : ends[part - 1], end)
    const passage = toPassage(source.document, cell.page, wordsOfPart)
    const texts = lines.flatMap((line) =>
      line === main
        ? [passage.text]
        : line.cells
            .filter(({ box }) => overlaps(box, passage.box))
            .map((cellAbove) => cellAbove.text),
    )
    const text = texts.join(' ')
    return toColumn(text, passage.box)
  })
}

type Cut = {
  /** Index of the word after the cut. */
  readonly index: number
  readonly words: SplitContext['words']
  readonly leftWord: Box
  readonly rightWord: Box
}

/**
 * Both parts of a heading name a kind of column that the whole heading does not name, and the texts below are divided in
 * the same place.
 */
function isNamedCut(
  { document }: RowSource,
  cell: Passage,
  { index, words, leftWord, rightWord }: Cut,
): boolean {
  if (toColumn(cell.text, cell.box).kind) return false
  if (isBridged(words, leftWord, rightWord)) return false
  return [cell.words.slice(0, index), cell.words.slice(index)].every((words) => {
    const { text, box } = toPassage(document, cell.page, words)
    return toColumn(text, box).meaning.kinds.length > 0
  })
}

/** Two words of a heading, and where the next heading begins. */
type HeadingEdge = { readonly leftWord: Box; readonly rightWord: Box; readonly maxRight: number }

const alignment = 1.2
const minAlignedShare = 0.25

/**
 * Whether a column ends between two words of a heading: no text below runs across the gap, several
 * begin or end where the words do, and what is on both sides differs.
 */
function isColumnEdge(rows: readonly (readonly PlacedWord[])[], edge: HeadingEdge): boolean {
  const { leftWord, rightWord } = edge
  const isCrossed = rows.some((row) =>
    row.some(({ box }) => box[0] < leftWord[2] - alignment && box[2] > rightWord[0] + alignment),
  )
  if (isCrossed) return false
  const sides = rows.map((row) => findSides(row, edge)).filter(hasSide)
  const bothCount = sides.filter(({ left, right }) => left && right).length
  const differentCount = sides.filter(areDifferent).length
  const alignedCount = sides.filter((one) => isAligned(one, leftWord, rightWord)).length
  return (
    differentCount >= Math.max(1, Math.min(2, bothCount)) &&
    alignedCount >= Math.min(2, bothCount) &&
    alignedCount >= minAlignedShare * sides.length
  )
}

/** The words of a row next to the gap between two words of a heading. */
type Sides = { readonly left: PlacedWord | undefined; readonly right: PlacedWord | undefined }

const maxDistance = 20

const findSides = (
  row: readonly PlacedWord[],
  { leftWord, rightWord, maxRight }: HeadingEdge,
): Sides => ({
  left: row.findLast(({ box }) => box[2] <= leftWord[2] + alignment && box[2] > leftWord[0]),
  right: row.find(
    ({ box }) =>
      box[0] >= rightWord[0] - alignment &&
      box[0] < Math.min(rightWord[2] + maxDistance, maxRight - alignment),
  ),
})

const hasSide = ({ left, right }: Sides): boolean => left !== undefined || right !== undefined

const areDifferent = ({ left, right }: Sides): boolean =>
  left !== undefined &&
  right !== undefined &&
  (left.cell !== right.cell ||
    (left.content !== right.content && left.content !== 'sign' && right.content !== 'sign'))

function isAligned({ left, right }: Sides, leftWord: Box, rightWord: Box): boolean {
  if (right && sharesEdge(right.box, rightWord, 0)) return true
  if (left && sharesEdge(left.box, leftWord, 2)) return true
  if (!left || !right || left.cell === right.cell) return false
  return overlaps(left.box, leftWord) && overlaps(right.box, rightWord)
}

/** Whether most texts below the gap between two words of a heading extend to both sides of it. */
function isBridged(
  rows: readonly (readonly PlacedWord[])[],
  leftWord: Box,
  rightWord: Box,
): boolean {
  const cellsByRow = rows.map((row) => findCellsBelow(row, leftWord, rightWord)).filter(hasCells)
  const bridgedRows = cellsByRow.filter(({ left, right }) =>
    left.some((one) => right.includes(one)),
  )
  return 2 * bridgedRows.length > cellsByRow.length
}

/** The indices of the cells of a row that are below each of two words. */
type CellsBelow = { readonly left: readonly number[]; readonly right: readonly number[] }

function findCellsBelow(row: readonly PlacedWord[], leftWord: Box, rightWord: Box): CellsBelow {
  const findCells = (word: Box) =>
    row.filter(({ box }) => overlaps(box, word)).map(({ cell }) => cell)
  return { left: findCells(leftWord), right: findCells(rightWord) }
}

const hasCells = ({ left, right }: CellsBelow): boolean => left.length > 0 && right.length > 0

const maxCenterDistance = 3

/** Whether a word below has the same outer edge or middle as a word of the heading. */
function sharesEdge(word: Box, heading: Box, edge: 0 | 2): boolean {
  const middleDistance = Math.abs(word[0] + word[2] - heading[0] - heading[2]) / 2
  return Math.abs(word[edge] - heading[edge]) < alignment || middleDistance < maxCenterDistance
}

const minRows = 2
const minRowShare = 0.25

/**
 * Adds columns for cells that are repeatedly printed where there is no heading, such as the names
 * on the left of a table of numbers.
 */
function addColumnsWithoutHeading(
  sample: readonly CellRow[],
  columns: readonly HeadedColumn[],
): readonly HeadedColumn[] {
  const isHeaded = (box: Box, headings: readonly HeadedColumn[]) =>
    headings.some((column) => overlaps(column.box, box))
  const boxes = sample
    .flatMap(({ cells }) => cells)
    .map(({ box }) => box)
    .filter((box) => box[2] > box[0] && !isHeaded(box, columns))
  const repeatedBoxes = groupAboveEachOther(boxes)
    .filter(({ count }) => count >= minRows && count >= minRowShare * sample.length)
    .map(({ box }) => box)
    .filter((box) => !isHeaded(box, columns))
  const movedColumns = moveHeadings(sample, columns, repeatedBoxes)
  const newBoxes = repeatedBoxes.filter((box) => !isHeaded(box, movedColumns))
  const widenedColumns = movedColumns.map((column) => {
    const ownBox = newBoxes.find((box) => isBelowSameHeading(sample, column.box, box))
    return ownBox ? { ...column, box: union([column.box, ownBox]) } : column
  })
  const newColumns = newBoxes
    .filter((box) => !isHeaded(box, widenedColumns))
    .map((box) => toColumn('', box))
  return [...widenedColumns, ...newColumns].toSorted((a, b) => a.box[0] - b.box[0])
}

/** Whether texts beside a heading belong to it: longer ones extend below it, and no row has texts in both places. */
function isBelowSameHeading(sample: readonly CellRow[], heading: Box, box: Box): boolean {
  const rows = sample.map(({ cells }) => cells.filter((cell) => overlaps(cell.box, box)))
  const isExtended = rows.some((cells) => cells.some((cell) => overlaps(cell.box, heading)))
  return (
    isExtended &&
    sample.every(
      ({ cells }) => cells.filter((cell) => overlaps(cell.box, union([heading, box]))).length < 2,
    )
  )
}

type Group = { readonly box: Box; readonly count: number }

/** Groups boxes that are above each other. */
function groupAboveEachOther(boxes: readonly Box[]): readonly Group[] {
  const groups: Group[] = []
  for (const box of boxes) {
    const index = groups.findIndex((group) => overlaps(group.box, box))
    const group = groups[index]
    if (group) groups[index] = { box: union([group.box, box]), count: group.count + 1 }
    else groups.push({ box, count: 1 })
  }
  return groups
}

/**
 * A heading in the middle of a wide column can have nothing directly below it: it belongs to the
 * texts beside it.
 */
function moveHeadings(
  sample: readonly CellRow[],
  columns: readonly HeadedColumn[],
  boxes: readonly Box[],
): readonly HeadedColumn[] {
  return columns.map((column, index) => {
    const isUsed = sample.some(({ cells }) => cells.some(({ box }) => overlaps(box, column.box)))
    if (isUsed) return column
    const from = columns[index - 1]?.box[2] ?? Number.NEGATIVE_INFINITY
    const to = columns[index + 1]?.box[0] ?? Number.POSITIVE_INFINITY
    const [nearestBox] = boxes.filter((box) => box[0] > from - 1 && box[2] < to + 1)
    return nearestBox ? { ...column, box: union([column.box, nearestBox]) } : column
  })
}
