import type { Box } from '../model.ts'

/** One element of a page, in reading order. */
export type LayoutBlock = {
  readonly kind: 'title' | 'text' | 'list-item' | 'table'
  /** Zero-based. */
  readonly page: number
  /** In points, as displayed. */
  readonly box: Box
  /** Lines joined by blanks; rows of a table by line breaks, cells by tabs. */
  readonly text: string
  /** Rows of a table; all rows have the same number of cells. */
  readonly cells?: readonly (readonly string[])[]
}
