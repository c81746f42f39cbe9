import type { Box } from '../model.ts'

/** One element of a page, in reading order. */
export type LayoutBlock = {
  /** Heads and feet are what several pages repeat at their edges. */
  readonly kind: 'title' | 'text' | 'list-item' | 'table' | 'page-header' | 'page-footer'
  /** Zero-based. */
  readonly page: number
  /** In points, as displayed. */
  readonly box: Box
  /** Lines joined by blanks; rows of a table by line breaks, cells by tabs. */
  readonly text: string
  /** Rows of a table; all rows have the same number of cells. */
  readonly cells?: readonly (readonly string[])[]
  /** Cells of a table that reach over others, which are empty. */
  readonly merged?: readonly MergedCell[]
  /** The table began on the page before; `row`: its last row goes on here, too. */
  readonly continues?: 'table' | 'row'
  /** Titles count from 1, items of lists from 0. */
  readonly level?: number
}

/** A block before the levels of the titles of its document are known. */
export type DraftBlock = LayoutBlock & { readonly look?: TitleLook }

/** The look of a title tells its level. */
export type TitleLook = { readonly size: number; readonly isBold: boolean }

/** The upper left place of a cell and how far it reaches; rows and columns count from 0. */
export type MergedCell = {
  readonly row: number
  readonly column: number
  readonly rows: number
  readonly columns: number
}
