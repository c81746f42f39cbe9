import type { Box } from '@recto/document-text/model'
import type { ColumnKind } from '../../labels/column-kinds.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import { type ColumnMeaning, interpretColumn } from './column-meaning.ts'

/** A column of a list, as named by its heading. */
export type HeadedColumn = {
  /** Empty for a column without a heading. */
  readonly text: string
  readonly meaning: ColumnMeaning
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

export type RowSource = Pick<PreparedDocument, 'document' | 'rows'>

export function toColumn(text: string, box: Box): HeadedColumn {
  const plainText = text.replace(/\s+/gu, ' ').trim()
  const meaning = interpretColumn(plainText)
  return { text: plainText, meaning, kind: meaning.kinds[0], box }
}

export function overlaps(a: Box, b: Box): boolean {
  return a[0] < b[2] && b[0] < a[2]
}
