import type { PresentedLookup } from '@recto/contract/lookups/lookup-matches'

/** The rows that a person chooses for values, by field. */
export type ChosenRows = Readonly<Record<string, ChosenRow>>

type ChosenRow = {
  readonly rowKey: string | null
  /** The place of the row in the list of the field; undefined if its value is no list. */
  readonly listRow: number | undefined
  readonly isRemembered: boolean
  /** Whether an earlier choice is withdrawn. */
  readonly isWithdrawn: boolean
}

/** Returns the name of the field of the request that has the choice for a field. */
export const nameOfChoice = (field: string): string => `updated_lookups.${field}`

export type LookupsByField = Readonly<Record<string, PresentedLookup>>
