import type { Passage } from '../../align/passage.ts'

/** Pages that a list may be read from, as indices; both are included. */
export type PageRange = { readonly fromPage: number; readonly toPage: number }

/** Rows of a list, with the names of its columns. */
export type FoundRows = {
  readonly columns: readonly { readonly name: string; readonly isKnown: boolean }[]
  /** Texts of the lines of each cell, by row and column. */
  readonly rows: readonly (readonly (readonly Passage[])[])[]
  readonly totals: readonly number[]
  /** The printed headings above the rows; absent for rows found without headings. */
  readonly headings?: readonly string[]
}
