import type { PresentedRowMatch, RowMatch } from '@recto/contract/lookups/lookup-matches'
import type { MatchTo } from '@recto/contract/prompt-studio/match-to'
import type { Json } from '@recto/provider-spec/answer'
import { invalid } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  addToRows,
  cellIn,
  type ListMatch,
  matchChosenRow,
  matchValues,
  removeFromRows,
  rowsIn,
  toListMatch,
  toRowColumns,
  toRowMatch,
  type ValueMatch,
} from '../../lookups/lookups.port.ts'
import type { ChosenRows, LookupsByField } from './chosen-rows.ts'

type PromptToMatch = { readonly key: string; readonly matchTo: MatchTo }

type ListEdits = {
  readonly oldLookups: LookupsByField
  readonly chosenRows: ChosenRows
  /** The prompts whose lists, or compared values, were edited, or for whose rows a row was chosen. */
  readonly prompts: readonly PromptToMatch[]
  readonly values: Readonly<Record<string, Json>>
}

type MatchedLists = {
  readonly output: Readonly<Record<string, Json>>
  readonly matches: ReadonlyMap<string, ValueMatch>
}

/** Matches the rows of edited lists again, and applies the rows that the person chose. */
export async function matchEditedLists(tenant: Tenant, edits: ListEdits): Promise<MatchedLists> {
  const { prompts, values, oldLookups } = edits
  if (prompts.length === 0) return { output: {}, matches: new Map() }
  const lists = prompts.map(
    ({ key }) =>
      [key, removeFromRows(values[key] ?? null, oldLookups[key]?.added_columns ?? [])] as const,
  )
  const ownValues = { ...values, ...Object.fromEntries(lists) }
  const newMatches = await matchValues(tenant, { prompts, values: ownValues, time: new Date() })
  const output: Record<string, Json> = {}
  const matches = new Map<string, ValueMatch>()
  for (const prompt of prompts) {
    const { key } = prompt
    const newMatch = newMatches.get(key)
    if (!newMatch?.list) continue
    const chosenMatches = await findChosenMatches(tenant, prompt, { ...edits, list: newMatch.list })
    const mergedMatch = mergeRows({
      list: values[key] ?? null,
      newMatch: newMatch.list,
      oldRows: oldLookups[key]?.rows ?? [],
      chosenMatches,
    })
    const table = newMatch.match
    output[key] = mergedMatch.list
    matches.set(
      key,
      toListMatch({ ...prompt, list: ownValues[key] ?? null, table, rows: mergedMatch.rows }),
    )
  }
  return { output, matches }
}

/** Matches by the places of the list's rows; the new match of a row whose earlier choice is withdrawn. */
type ChosenMatches = ReadonlyMap<number, RowMatch>

async function findChosenMatches(
  tenant: Tenant,
  { key, matchTo }: PromptToMatch,
  { chosenRows, list }: Pick<ListEdits, 'chosenRows'> & { readonly list: ListMatch },
): Promise<ChosenMatches> {
  const matches = new Map<number, RowMatch>()
  for (const { rowKey, listRow: index, isWithdrawn, name } of chosenRows[key] ?? []) {
    if (index === undefined) continue
    const row = list.rows[index]
    if (!row) throw invalid(`${name}.row`, `The list has no row ${index}.`, 'does_not_exist')
    const match = isWithdrawn
      ? row
      : toRowMatch(await matchChosenRow(tenant, { matchTo, rowKey, name }), row.value, matchTo)
    matches.set(index, match)
  }
  return matches
}

type RowsToMerge = {
  /** The list with the columns that were added to its rows before. */
  readonly list: Json
  readonly newMatch: ListMatch
  readonly oldRows: readonly PresentedRowMatch[]
  readonly chosenMatches: ChosenMatches
}

/**
 * A row that a person chose stays as long as the values of the list's row are the same, wherever that row is moved. The
 * columns of a row that means the same as before stay, because the person may have edited them.
 */
function mergeRows({ list, newMatch, oldRows, chosenMatches }: RowsToMerge) {
  const { addedColumns } = newMatch
  const listRows = rowsIn(list) ?? []
  const mergedRows = newMatch.rows.map((row, index) => {
    const chosenMatch = chosenMatches.get(index)
    if (chosenMatch) return { match: chosenMatch, isNew: true }
    const oldRow = findOldRow(oldRows, { index, value: row.value })
    const hasColumns = [...addedColumns.values()].some(
      (name) => cellIn(listRows[index], name) !== null,
    )
    if (oldRow?.by === 'person') {
      const columns = row.columns
      return { match: { ...oldRow, columns }, isNew: false }
    }
    const isSame = oldRow?.status === row.status && oldRow.row_key === row.row_key
    return { match: row, isNew: !isSame || (row.status === 'matched' && !hasColumns) }
  })
  const newColumns = mergedRows.map(({ match, isNew }) =>
    isNew ? toRowColumns(match.columns, addedColumns) : undefined,
  )
  return { rows: mergedRows.map(({ match }) => match), list: addToRows(list, newColumns) }
}

function findOldRow(
  oldRows: readonly PresentedRowMatch[],
  { index, value }: { readonly index: number; readonly value: string },
): PresentedRowMatch | undefined {
  const oldRow = oldRows[index]
  if (oldRow?.value === value) return oldRow
  return value === '' ? undefined : oldRows.find((candidate) => candidate.value === value)
}
