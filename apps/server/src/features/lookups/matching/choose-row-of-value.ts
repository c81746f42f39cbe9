import type { MatchTo } from '@recto/contract/prompt-studio/match-to'
import { notFound } from '../../../platform/app-error.ts'
import type { Actor } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { findCells } from './aliases.store.ts'
import { rememberRow, toMissingRow } from './change-aliases.ts'
import { findUsedVersion } from './table-versions.store.ts'
import { toChosenMatch, toMatchedTable, type ValueMatch } from './to-match.ts'

type ChosenRow = {
  readonly matchTo: MatchTo
  /** Null: the value is not in the table. */
  readonly rowKey: string | null
  /** The name of the field of the request that has the choice, for refusals. */
  readonly name: string
}

/** Returns the match of a value whose row a reviewer chose from the current version of the table. */
export async function matchChosenRow(
  tenant: Tenant,
  { matchTo, rowKey, name: fieldName }: ChosenRow,
): Promise<ValueMatch> {
  const { table: name, add } = matchTo
  const usedVersion = await findUsedVersion(tenant, { name, time: new Date() })
  if (!usedVersion) throw notFound('lookup table')
  const { table } = usedVersion
  const cells = rowKey === null ? null : await findCells(tenant, { tableId: table.id, rowKey })
  if (cells === undefined) throw toMissingRow(rowKey, `${fieldName}.row_key`)
  return toChosenMatch(toMatchedTable(name, usedVersion), {
    add,
    columns: table.columns,
    rowKey,
    cells,
    by: 'person',
    reason: rowKey === null ? 'not in the table, as chosen in review' : 'chosen in review',
  })
}

type RowToRemember = {
  readonly table: string
  readonly value: string
  readonly rowKey: string | null
  /** The name of the field of the request that has the choice, for refusals. */
  readonly name: string
}

/** Remembers for the organization which row a reviewed value means. */
export async function rememberChosenRow(
  tenant: Tenant,
  actor: Actor,
  { table: name, value, rowKey, name: fieldName }: RowToRemember,
): Promise<void> {
  const usedVersion = await findUsedVersion(tenant, { name, time: new Date() })
  if (!usedVersion) throw notFound('lookup table')
  const names = { value: `${fieldName}.remember`, rowKey: `${fieldName}.row_key` }
  await rememberRow(tenant, actor, { table: usedVersion.table, value, rowKey, names })
}
