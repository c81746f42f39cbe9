import type { Passage } from '../../align/passage.ts'

/** Rows that were found, by the names under which they are given. */
export type FoundRows = {
  readonly columns: readonly { readonly name: string; readonly isKnown: boolean }[]
  /** For each column the texts of its lines. */
  readonly rows: readonly (readonly (readonly Passage[])[])[]
  readonly totals: readonly number[]
  /** The headings that the rows stand under, as they are written; absent where rows tell by themselves. */
  readonly headings?: readonly string[]
}
