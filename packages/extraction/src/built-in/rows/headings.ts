import type { Box } from '@recto/document-text/model'
import { getHeight, middle, union } from '../../align/boxes.ts'
import { type Passage, toPassage } from '../../align/passage.ts'
import type { CellRow } from '../../labels/cell-rows.ts'
import { type ColumnKind, findColumnKind } from '../../labels/column-kinds.ts'
import { toPhrase } from '../../labels/phrases.ts'
import type { PreparedDocument } from '../prepare-document.ts'

/** A column of a list, as named by its heading. */
export type HeadedColumn = {
  readonly text: string
  readonly phrase: readonly string[]
  readonly kind: ColumnKind | undefined
  readonly box: Box
}

/** Rows of a page that name the columns of the list below. */
export type Headings = {
  readonly page: number
  /** Indices of the first and the last of these rows in the rows of the document. */
  readonly first: number
  readonly last: number
  readonly columns: readonly HeadedColumn[]
}

type RowSource = Pick<PreparedDocument, 'document' | 'rows'>

const maxWords = 5

/**
 * Finds every row that can head a list: several short texts side by side, at least two of them
 * known or requested.
 */
export function findHeadings(
  { document, rows }: RowSource,
  isAsked: (phrase: readonly string[]) => boolean,
): readonly Headings[] {
  const allHeadings: Headings[] = []
  for (let rowIndex = 0; rowIndex < rows.length; rowIndex++) {
    const row = rows[rowIndex]
    if (!row || row.cells.length < 2 || !row.cells.every(isHeadingText)) continue
    const columns = row.cells
      .flatMap((cell) => splitHeading({ document, rows }, cell))
      .map(toColumn)
    const isKnown = ({ kind, phrase }: HeadedColumn) => kind !== undefined || isAsked(phrase)
    if (columns.length < 2 || columns.filter(isKnown).length < 2) continue
    const headings = addHeadingLines(rows, {
      page: row.page,
      first: rowIndex,
      last: rowIndex,
      columns,
    })
    allHeadings.push(headings)
    rowIndex = headings.last
  }
  return allHeadings
}

/** Whether a cell has letters and no digits. A colon would make it the label of one value. */
function isHeadingText({ text, words }: Passage): boolean {
  return /\p{L}|[#%]/u.test(text) && !/\d|[:：]$/u.test(text) && words.length <= 2 * maxWords
}

/** Splits headings that are printed close together: `Disc. % Taxes` are two columns. */
function splitHeading({ document }: RowSource, cell: Passage): readonly Passage[] {
  if (findColumnKind(toPhrase(cell.text))) return [cell]
  for (let cut = 1; cut < cell.words.length; cut++) {
    const parts = [cell.words.slice(0, cut), cell.words.slice(cut)].map((words) =>
      toPassage(document, cell.page, words),
    )
    if (parts.every(({ text }) => findColumnKind(toPhrase(text)))) return parts
  }
  return [cell]
}

function toColumn({ text, box }: Passage): HeadedColumn {
  const phrase = toPhrase(text)
  return { text: text.trim(), phrase, kind: findColumnKind(phrase), box }
}

/**
 * Adds further lines of a heading: each of their texts must be below one column that does not
 * contain text itself.
 */
function addHeadingLines(rows: readonly CellRow[], headings: Headings): Headings {
  const next = rows[headings.last + 1]
  const [firstColumn] = headings.columns
  if (!next || next.page !== headings.page || !firstColumn) return headings
  const height = getHeight(firstColumn.box)
  const places = next.cells.map((cell) =>
    headings.columns.filter(({ box }) => overlaps(box, cell.box)),
  )
  const maxBottom = Math.max(...headings.columns.map(({ box }) => box[3]))
  const goesOn = next.cells.every((cell, i) => {
    const [columnAbove, ...otherColumns] = places[i] ?? []
    const isNear = middle(cell.box) - maxBottom < 1.4 * height
    const isText = columnAbove?.kind === 'description' || columnAbove === firstColumn
    return (
      columnAbove !== undefined &&
      otherColumns.length === 0 &&
      !isText &&
      isNear &&
      isHeadingText(cell)
    )
  })
  if (!goesOn || next.cells.length === 0) return headings
  const columns = headings.columns.map((column) => {
    const continuationCells = next.cells.filter((_, i) => places[i]?.[0] === column)
    const text = [column.text, ...continuationCells.map((cell) => cell.text)].join(' ')
    const box = union([column.box, ...continuationCells.map((cell) => cell.box)])
    return continuationCells.length === 0
      ? column
      : { ...column, text, box, kind: column.kind ?? findColumnKind(toPhrase(text)) }
  })
  return addHeadingLines(rows, { ...headings, last: headings.last + 1, columns })
}

export function overlaps(a: Box, b: Box): boolean {
  return a[0] < b[2] && b[0] < a[2]
}

/** Whether a row repeats the same headings, as on the next page. */
export function repeatsHeadings({ columns }: Headings, otherHeadings: Headings): boolean {
  const names = new Set(columns.map(({ text }) => text))
  const sharedCount = otherHeadings.columns.filter(({ text }) => names.has(text)).length
  return (
    sharedCount >= 2 && sharedCount >= 0.7 * Math.max(columns.length, otherHeadings.columns.length)
  )
}
