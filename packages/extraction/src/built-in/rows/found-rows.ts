import type { Passage } from '../../align/passage.ts'

/** Rows that were found, by the names under which they are given. */
export type FoundRows = {
  readonly columns: readonly { readonly name: string; readonly isKnown: boolean }[]
  /** For each column the texts of its lines. */
  readonly rows: readonly (readonly (readonly Passage[])[])[]
  readonly totals: readonly number[]
}
