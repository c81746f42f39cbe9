import type * as api from '@recto/contract/lookups/lookup-tables'
import { permits } from '@recto/contract/policy/permits'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { loadAccess } from '../../platform/db/sharing.ts'
import { presentTime } from '../../platform/wire-format.ts'
import { userEmails } from '../organizations/organizations.port.ts'
import type { LookupTableRow, LookupTableVersionRow } from './rows/lookup-tables.store.ts'

export async function presentLookupTables(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  tables: readonly LookupTableRow[],
): Promise<api.LookupTable[]> {
  const tenant = tenantOf(ctx, actor)
  const ids = tables.map(({ id }) => id)
  const creators = tables.map(({ created_by }) => created_by)
  const [emails, accessTo] = await Promise.all([
    userEmails(tenant, creators),
    loadAccess(tenant, 'lookup_table', ids),
  ])
  return tables.map((table) => ({
    id: table.id,
    name: table.name,
    key_column: table.key_column,
    columns: [...table.columns],
    version: table.version,
    row_count: table.row_count,
    shared_to_org: table.shared_to_org,
    is_owner: permits(actor, 'lookup-table/change', { ...table, ...accessTo(table.id) }),
    created_by: table.created_by,
    created_by_email: emails.get(table.created_by ?? 0) ?? null,
    created_at: presentTime(table.created_at),
    modified_at: presentTime(table.modified_at),
  }))
}

export async function presentLookupTable(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  table: LookupTableRow,
): Promise<api.LookupTable> {
  const [presentedTable] = await presentLookupTables(ctx, actor, [table])
  return presentedTable as api.LookupTable
}

export async function presentTableVersions(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  versions: readonly LookupTableVersionRow[],
): Promise<api.LookupTableVersion[]> {
  const creators = versions.map(({ created_by }) => created_by)
  const emails = await userEmails(tenantOf(ctx, actor), creators)
  return versions.map((version) => ({
    version: version.version,
    file_name: version.file_name,
    row_count: version.row_count,
    added: version.added,
    changed: version.changed,
    removed: version.removed,
    created_by_email: emails.get(version.created_by ?? 0) ?? null,
    created_at: presentTime(version.created_at),
  }))
}
