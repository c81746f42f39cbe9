import type { Box } from '../model.ts'

/** What stands on a page as one thing, in reading order. */
export type LayoutBlock = {
  readonly kind: 'title' | 'text' | 'list-item' | 'table'
  /** Zero-based. */
  readonly page: number
  /** In points, as displayed. */
  readonly box: Box
  /** Lines joined by blanks; rows of a table by line breaks, cells by tabs. */
  readonly text: string
  /** Of a table, row by row; all rows have as many cells. */
  readonly cells?: readonly (readonly string[])[]
}
