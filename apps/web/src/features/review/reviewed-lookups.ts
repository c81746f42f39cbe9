import { PresentedLookup } from '@recto/contract/lookups/lookup-matches'
import { omitUndefined } from '@recto/omit-undefined'
import { z } from 'zod'
import type { ChosenRow, ReviewedItem } from './item.ts'
import type { Edit } from './use-edits.ts'

type Lookups = ReviewedItem['lookups']

/** Reads matches as results have them; there are none in a result of an earlier version. */
export function lookupsFromWire(lookups: unknown): Lookups {
  const matches = z.record(z.string(), PresentedLookup).safeParse(lookups).data ?? {}
  return Object.fromEntries(Object.entries(matches).map(([field, match]) => [field, { match }]))
}

const toPersonsChoice = (rowKey: string | null): Partial<PresentedLookup> => ({
  status: rowKey === null ? 'not_found' : 'matched',
  row_key: rowKey,
  by: 'person',
  reason: '',
})

/** Returns the edit that chooses a row for the value of a field. */
export const withChosenRow =
  (field: string, chosenRow: ChosenRow): Edit =>
  (item) => {
    const lookup = item.lookups[field]
    if (!lookup) return item
    const { rowKey } = chosenRow
    const match = { ...lookup.match, ...toPersonsChoice(rowKey) }
    return { ...item, lookups: { ...item.lookups, [field]: { match, chosenRow } } }
  }

/** Chooses the row again that a person had chosen for a value: another value was matched anew. */
export function withPersonsRow(
  lookups: Lookups,
  field: string,
  match: PresentedLookup | undefined,
): Lookups {
  if (match?.by !== 'person') return lookups
  return {
    ...lookups,
    [field]: { match, chosenRow: { rowKey: match.row_key, isRemembered: false } },
  }
}

type RowOfList = Pick<ChosenRow, 'rowKey' | 'isRemembered'> & {
  readonly field: string
  /** The stable id of the row. */
  readonly id: number
}

/** Returns the edit that chooses a row of the table for a row of a list. */
export const withChosenListRow =
  ({ field, id, rowKey, isRemembered }: RowOfList): Edit =>
  (item) => {
    const lookup = item.lookups[field]
    const listRow = item.tables[field]?.ids.indexOf(id) ?? -1
    if (!lookup || listRow < 0) return item
    const rows = lookup.match.rows?.map((row, index) =>
      index === listRow ? ({ ...row, ...toPersonsChoice(rowKey) } as const) : row,
    )
    const match = { ...lookup.match, ...omitUndefined({ rows }) }
    const chosenRow = { rowKey, listRow, isRemembered }
    return { ...item, lookups: { ...item.lookups, [field]: { match, chosenRow } } }
  }

/** Returns the rows that were chosen and are not saved; undefined if there are none. */
export function chosenRowsOf(lookups: Lookups): Readonly<Record<string, ChosenRow>> | undefined {
  const entries = Object.entries(lookups)
    .map(([field, { chosenRow }]) => (chosenRow ? ([field, chosenRow] as const) : undefined))
    .filter((entry) => entry !== undefined)
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}
