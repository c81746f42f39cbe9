import { PresentedLookup } from '@recto/contract/lookups/lookup-matches'
import { z } from 'zod'
import type { ChosenRow, ReviewedItem } from './item.ts'
import type { Edit } from './use-edits.ts'

type Lookups = ReviewedItem['lookups']

/** Reads matches as results have them; there are none in a result of an earlier version. */
export function lookupsFromWire(lookups: unknown): Lookups {
  const matches = z.record(z.string(), PresentedLookup).safeParse(lookups).data ?? {}
  return Object.fromEntries(Object.entries(matches).map(([field, match]) => [field, { match }]))
}

/** Returns the edit that chooses a row for the value of a field. */
export const withChosenRow =
  (field: string, chosenRow: ChosenRow): Edit =>
  (item) => {
    const lookup = item.lookups[field]
    if (!lookup) return item
    const { rowKey } = chosenRow
    const match: PresentedLookup = {
      ...lookup.match,
      status: rowKey === null ? 'not_found' : 'matched',
      row_key: rowKey,
      by: 'person',
      reason: '',
    }
    return { ...item, lookups: { ...item.lookups, [field]: { match, chosenRow } } }
  }

/** Returns the rows that were chosen and are not saved; undefined if there are none. */
export function chosenRowsOf(lookups: Lookups): Readonly<Record<string, ChosenRow>> | undefined {
  const entries = Object.entries(lookups)
    .map(([field, { chosenRow }]) => (chosenRow ? ([field, chosenRow] as const) : undefined))
    .filter((entry) => entry !== undefined)
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}
