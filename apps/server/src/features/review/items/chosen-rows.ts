import type { PresentedLookup } from '@recto/contract/lookups/lookup-matches'

/** The rows that a person chooses for values, by field; several only for the rows of a list. */
export type ChosenRows = Readonly<Record<string, readonly RowChoice[]>>

export type RowChoice = {
  readonly rowKey: string | null
  /** The place of the row in the list of the field; undefined if its value is no list. */
  readonly listRow: number | undefined
  readonly isRemembered: boolean
  /** Whether an earlier choice is withdrawn. */
  readonly isWithdrawn: boolean
  /** The name of the field of the request that has the choice, for refusals. */
  readonly name: string
}

export type LookupsByField = Readonly<Record<string, PresentedLookup>>
