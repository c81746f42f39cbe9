import type { Box } from '@recto/document-text/model'
import type { Passage } from '../../align/passage.ts'
import type { CellRow } from '../../labels/cell-rows.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import type { ColumnEnds, RowCells } from './column-bands.ts'
import type { ColumnContent } from './column-content.ts'
import type { HeadedColumn } from './headed-column.ts'

/** A row of a list: for each column its texts, one per line. */
export type ReadRow = readonly (readonly Passage[])[]

export type SumRow = { readonly label: string; readonly rowCount: number }

export type TableState = {
  readonly preparedDocument: PreparedDocument
  columns: readonly HeadedColumn[]
  ends: ColumnEnds
  contents: readonly ColumnContent[]
  readonly rows: Passage[][][]
  readonly totals: number[]
  readonly sums: SumRow[]
  /** Sums of the columns of numbers over the first `summedCount` rows, so that no row is added up twice. */
  readonly columnSums: number[]
  summedCount: number
  readonly unread: CellRow[]
  readonly details: Passage[]
  /** Unread lines since the last row; they count when another row follows. */
  skipped: CellRow[]
  /** Gaps below this one separate the lines of one row; 0 when lines and rows are equally far apart. */
  tightGap: number
  page: number
  /** Bottom edge of the previous row; 0 at the top of a page without headings. */
  bottom: number
  /** Maximum gap between two rows so far. */
  maxGap: number
  /** Whether the list has ended on this page. */
  isFinished: boolean
  isAfterTotal: boolean
  /** Whether the next row directly follows headings. */
  isAfterHeadings: boolean
}

export type NextRow = {
  readonly rowCells: RowCells
  readonly box: Box
  readonly gap: number
  readonly next: CellRow | undefined
}

export const countFilled = (cells: RowCells) => cells.filter((cell) => cell !== undefined).length

export const hasNumbers = ({ contents }: TableState) => contents.some(({ isNumeric }) => isNumeric)

/** Median number of filled columns in the first rows. */
export function getUsualFill({ rows, columns }: TableState): number {
  if (rows.length === 0) return Math.max(2, Math.ceil(columns.length / 2))
  const fills = rows.slice(0, 9).map((row) => row.filter((texts) => texts.length > 0).length)
  return fills.toSorted((a, b) => a - b)[Math.floor(fills.length / 2)] ?? 2
}
