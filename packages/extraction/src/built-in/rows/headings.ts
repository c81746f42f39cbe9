import type { Box } from '@recto/document-text/model'
import { heightOf, middle, union } from '../../align/boxes.ts'
import { type Passage, passageOf } from '../../align/passage.ts'
import { type ColumnKind, columnKindOf } from '../../labels/column-kinds.ts'
import type { CellRow } from '../../labels/layout-cells.ts'
import { phraseOf } from '../../labels/phrases.ts'
import type { PreparedDocument } from '../prepare-document.ts'

/** One column of a list, as its heading names it. */
export type HeadedColumn = {
  readonly text: string
  readonly phrase: readonly string[]
  readonly kind: ColumnKind | undefined
  readonly box: Box
}

/** A row of a page that names the columns of what stands below it. */
export type Headings = {
  readonly page: number
  /** The first and the last of its rows, into the rows of the document. */
  readonly first: number
  readonly last: number
  readonly columns: readonly HeadedColumn[]
}

type Rows = Pick<PreparedDocument, 'document' | 'rows'>

const maxWords = 5

/** Every row that may head a list: several short texts side by side, two of them known or asked for. */
export function findHeadings(
  { document, rows }: Rows,
  isAsked: (phrase: readonly string[]) => boolean,
): readonly Headings[] {
  const found: Headings[] = []
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]
    if (!row || row.cells.length < 2 || !row.cells.every(isName)) continue
    const named = row.cells.flatMap((cell) => parted({ document, rows }, cell)).map(columnOf)
    const isKnown = ({ kind, phrase }: HeadedColumn) => kind !== undefined || isAsked(phrase)
    if (named.length < 2 || named.filter(isKnown).length < 2) continue
    const headings = withMoreLines(rows, { page: row.page, first: at, last: at, columns: named })
    found.push(headings)
    at = headings.last
  }
  return found
}

/** Letters and no digits. A colon makes it the label of one value. */
function isName({ text, words }: Passage): boolean {
  return /\p{L}|[#%]/u.test(text) && !/\d|[:：]$/u.test(text) && words.length <= 2 * maxWords
}

/** `Disc. % Taxes` are two columns whose headings stand close. */
function parted({ document }: Rows, cell: Passage): readonly Passage[] {
  if (columnKindOf(phraseOf(cell.text))) return [cell]
  for (let cut = 1; cut < cell.words.length; cut++) {
    const parts = [cell.words.slice(0, cut), cell.words.slice(cut)].map((words) =>
      passageOf(document, cell.page, words),
    )
    if (parts.every(({ text }) => columnKindOf(phraseOf(text)))) return parts
  }
  return [cell]
}

function columnOf({ text, box }: Passage): HeadedColumn {
  const phrase = phraseOf(text)
  return { text: text.trim(), phrase, kind: columnKindOf(phrase), box }
}

/** A heading goes on below itself: each further text stands under one column that holds no texts itself. */
function withMoreLines(rows: readonly CellRow[], headings: Headings): Headings {
  const next = rows[headings.last + 1]
  const [firstColumn] = headings.columns
  if (!next || next.page !== headings.page || !firstColumn) return headings
  const height = heightOf(firstColumn.box)
  const places = next.cells.map((cell) =>
    headings.columns.filter(({ box }) => overlaps(box, cell.box)),
  )
  const lowest = Math.max(...headings.columns.map(({ box }) => box[3]))
  const goesOn = next.cells.every((cell, i) => {
    const [over, ...others] = places[i] ?? []
    const isNear = middle(cell.box) - lowest < 1.4 * height
    const isText = over?.kind === 'description' || over === firstColumn
    return over !== undefined && others.length === 0 && !isText && isNear && isName(cell)
  })
  if (!goesOn || next.cells.length === 0) return headings
  const columns = headings.columns.map((column) => {
    const more = next.cells.filter((_, i) => places[i]?.[0] === column)
    const text = [column.text, ...more.map((cell) => cell.text)].join(' ')
    const box = union([column.box, ...more.map((cell) => cell.box)])
    return more.length === 0
      ? column
      : { ...column, text, box, kind: column.kind ?? columnKindOf(phraseOf(text)) }
  })
  return withMoreLines(rows, { ...headings, last: headings.last + 1, columns })
}

export function overlaps(a: Box, b: Box): boolean {
  return a[0] < b[2] && b[0] < a[2]
}

/** Whether a row says the same headings again, as on the next page. */
export function isRepeated({ columns }: Headings, other: Headings): boolean {
  const names = new Set(columns.map(({ text }) => text))
  const same = other.columns.filter(({ text }) => names.has(text)).length
  return same >= 2 && same >= 0.7 * Math.max(columns.length, other.columns.length)
}
