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
    return { ...item, lookups: { ...item.lookups, [field]: { match, chosenRows: [chosenRow] } } }
  }

type UndoneField = {
  readonly field: string
  /** The item before the undone edit. */
  readonly source: Pick<ReviewedItem, 'lookups' | 'tables'>
}

/**
 * Restores the rows that a person had chosen for a field before an edit: a row that the edit replaced is chosen again,
 * and one that it chose is withdrawn. In a list, that may concern several rows.
 */
export function withRestoredRows(
  { lookups, tables }: Pick<ReviewedItem, 'lookups' | 'tables'>,
  { field, source }: UndoneField,
): Lookups {
  const match = source.lookups[field]?.match
  const currentMatch = lookups[field]?.match
  if (!match || !currentMatch) return lookups
  const chosenRows = match.rows
    ? findRestoredRows(match.rows, (listRow) => {
        const id = source.tables[field]?.ids[listRow]
        const index = tables[field]?.ids.findIndex((one) => one === id) ?? -1
        return currentMatch.rows?.[index]
      })
    : [restoreChoice(match, currentMatch)].filter((row) => row !== undefined)
  return chosenRows.length > 0 ? { ...lookups, [field]: { match, chosenRows } } : lookups
}

const findRestoredRows = (
  rows: NonNullable<PresentedLookup['rows']>,
  currentRowOf: (listRow: number) => RowChoice | undefined,
): readonly ChosenRow[] =>
  rows.flatMap((row, listRow) => {
    const chosenRow = restoreChoice(row, currentRowOf(listRow))
    return chosenRow ? [{ ...chosenRow, listRow }] : []
  })

type RowChoice = Pick<PresentedLookup, 'by' | 'row_key'>

/** Returns the choice that makes a match the one that it was; undefined if no person chose a row before or since. */
function restoreChoice(match: RowChoice, currentMatch?: RowChoice): ChosenRow | undefined {
  const isOfPerson = match.by === 'person'
  if (!isOfPerson) {
    if (currentMatch?.by !== 'person') return undefined
    return { rowKey: null, isRemembered: false, isWithdrawn: true }
  }
  if (currentMatch?.by === 'person' && currentMatch.row_key === match.row_key) return undefined
  return { rowKey: match.row_key, isRemembered: false }
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
    const chosenRows = [{ rowKey, listRow, isRemembered }]
    return { ...item, lookups: { ...item.lookups, [field]: { match, chosenRows } } }
  }

/** Returns the rows that were chosen and are not saved; undefined if there are none. */
export function chosenRowsOf(
  lookups: Lookups,
): Readonly<Record<string, readonly ChosenRow[]>> | undefined {
  const entries = Object.entries(lookups)
    .map(([field, { chosenRows }]) => (chosenRows ? ([field, chosenRows] as const) : undefined))
    .filter((entry) => entry !== undefined)
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}
