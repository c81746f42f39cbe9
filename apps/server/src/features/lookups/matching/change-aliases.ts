import { invalid, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { recordChange } from '../../organizations/organizations.port.ts'
import { getLookupTable } from '../get-lookup-table.ts'
import type { LookupTableRow } from '../rows/lookup-tables.store.ts'
import { deleteAlias, findCells, saveAlias } from './aliases.store.ts'
import { toAlias } from './searches.ts'

type SaveAliasRequest = {
  readonly actor: Actor
  readonly id: string
  readonly value: string
  /** Null: the value is not in the table. */
  readonly rowKey: string | null
}

/** Remembers for the organization which row a value means. */
export async function saveLookupAlias(
  ctx: Pick<Context, 'db'>,
  { actor, id, value, rowKey }: SaveAliasRequest,
): Promise<void> {
  const table = await getLookupTable(ctx, { actor, id })
  await inTransaction(tenantOf(ctx, actor), (tenant) =>
    rememberRow(tenant, actor, { table, value, rowKey }),
  )
}

type RowToRemember = Pick<SaveAliasRequest, 'value' | 'rowKey'> & {
  readonly table: Pick<LookupTableRow, 'id' | 'name'>
  /** The names of the fields of the request, for refusals. */
  readonly names?: { readonly value: string; readonly rowKey: string }
}

const ownNames = { value: 'value', rowKey: 'row_key' }

/** Saves an alias in a transaction of a caller who has decided that the actor may. */
export async function rememberRow(
  tenant: Tenant,
  actor: Actor,
  { table: { id, name }, value, rowKey, names = ownNames }: RowToRemember,
): Promise<void> {
  const alias = toAliasOrThrow(value, names.value)
  if (rowKey !== null && !(await findCells(tenant, { tableId: id, rowKey }))) {
    throw toMissingRow(rowKey, names.rowKey)
  }
  await saveAlias(tenant, { tableId: id, value: alias, rowKey, createdBy: actor.userId })
  await recordChange(tenant, actor, {
    action: 'lookup-table.alias-saved',
    subject: { type: 'lookup-table', id, name },
    after: { value, row: rowKey },
  })
}

export const toMissingRow = (rowKey: string | null, name: string) =>
  invalid(name, `The table has no row “${rowKey}”.`, 'does_not_exist')

/** Forgets what a value means. */
export async function deleteLookupAlias(
  ctx: Pick<Context, 'db'>,
  { actor, id, value }: Omit<SaveAliasRequest, 'rowKey'>,
): Promise<void> {
  const { name } = await getLookupTable(ctx, { actor, id })
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const isDeleted = await deleteAlias(tenant, { tableId: id, value: toAlias(value) })
    if (!isDeleted) throw notFound('alias')
    await recordChange(tenant, actor, {
      action: 'lookup-table.alias-deleted',
      subject: { type: 'lookup-table', id, name },
      before: { value },
    })
  })
}

function toAliasOrThrow(value: string, name: string): string {
  const alias = toAlias(value)
  if (alias === '') throw invalid(name, 'The value has no letter or digit.')
  return alias
}
