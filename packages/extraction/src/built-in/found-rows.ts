import type { Passage } from '../align/passage.ts'
import type { CellRow } from '../labels/cell-rows.ts'

/** Pages that a list may be read from, as indices; both are included. */
export type PageRange = { readonly fromPage: number; readonly toPage: number }

/** Rows of a list, with the names of its columns. */
export type FoundRows = {
  readonly columns: readonly FoundColumn[]
  /** Texts of the lines of each cell, by row and column. */
  readonly rows: readonly (readonly (readonly Passage[])[])[]
  readonly totals: readonly number[]
  /** The printed headings above the rows; absent for rows found without headings. */
  readonly headings?: readonly string[]
  /** Lines between the rows that look like rows and were not read. */
  readonly unread?: readonly CellRow[]
  /** Lines below rows that state details and belong to no column. */
  readonly details?: readonly Passage[]
}

export type FoundColumn = {
  readonly name: string
  /** Whether the heading is a requested or known one. */
  readonly isKnown: boolean
  /** Whether the document has no such column. */
  readonly isMissing?: true
  /** Whether its cells are names, even those of digits: codes and telephone numbers. */
  readonly isOfNames?: true
  /** Whether the heading or the question says that its cells are times, or days. */
  readonly isOfTimes?: true
  readonly isOfDays?: true
}

/** The table that comes closest to a list that the document does not have. */
export type ClosestTable = {
  readonly headings: readonly string[]
  readonly page: number
  /** Requested columns that the table does not have. */
  readonly missingColumns: readonly string[]
}
