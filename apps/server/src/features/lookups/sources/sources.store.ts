import type { LookupSourceSettings } from '@recto/contract/lookups/lookup-sources'
import type { Selectable } from 'kysely'
import type { Installation, Tables, Tenant } from '../../../platform/db/database.ts'

export type LookupSourceRow = Selectable<Tables['lookup_source']>

export async function findSource(
  { db, organizationId }: Tenant,
  tableId: string,
): Promise<LookupSourceRow | undefined> {
  return db
    .selectFrom('lookup_source')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('lookup_table_id', '=', tableId)
    .executeTakeFirst()
}

export type SourceValues = {
  readonly tableId: string
  readonly settings: LookupSourceSettings
  readonly sealedHeader: string | null
  readonly connectorId: string | null
  readonly cron: string | null
  readonly timeZone: string
  readonly nextRefreshAt: Date | null
  readonly setBy: number
}

/** Sets the source of a table, in place of the one that it had. */
export async function saveSource(
  { db, organizationId }: Tenant,
  { tableId, settings, ...source }: SourceValues,
): Promise<void> {
  const values = {
    kind: settings.kind,
    settings: JSON.stringify(settings),
    sealed_header: source.sealedHeader,
    connector_id: source.connectorId,
    cron: source.cron,
    time_zone: source.timeZone,
    next_refresh_at: source.nextRefreshAt,
    set_by: source.setBy,
    set_at: new Date(),
  }
  await db
    .insertInto('lookup_source')
    .values({ ...values, organization_id: organizationId, lookup_table_id: tableId })
    .onConflict((conflict) => conflict.column('lookup_table_id').doUpdateSet(values))
    .execute()
}

/** Returns false if there was none. */
export async function deleteSourceRow(
  { db, organizationId }: Tenant,
  tableId: string,
): Promise<boolean> {
  const deletedRow = await db
    .deleteFrom('lookup_source')
    .where('organization_id', '=', organizationId)
    .where('lookup_table_id', '=', tableId)
    .returning('lookup_table_id')
    .executeTakeFirst()
  return deletedRow !== undefined
}

/** Returns the source that has been due for the longest time and that no other scheduler has locked; locks it. */
export async function claimDueSource(
  { db }: Installation,
  now: Date,
): Promise<LookupSourceRow | undefined> {
  return db
    .selectFrom('lookup_source')
    .selectAll()
    .where('next_refresh_at', '<=', now)
    .orderBy('next_refresh_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

type DueTime = { readonly tableId: string; readonly nextRefreshAt: Date | null }

/** Moves the next refresh of a table; with a time that was due, only if nothing else has moved it. */
export async function moveRefresh(
  { db, organizationId }: Tenant,
  { tableId, nextRefreshAt, dueAt }: DueTime & { readonly dueAt?: Date },
): Promise<void> {
  let query = db
    .updateTable('lookup_source')
    .set({ next_refresh_at: nextRefreshAt })
    .where('organization_id', '=', organizationId)
    .where('lookup_table_id', '=', tableId)
  if (dueAt) query = query.where('next_refresh_at', '=', dueAt)
  await query.execute()
}

type DueAfterFilter = {
  readonly now: Date
  /** Sources are listed after the one of this table, in the order of their ids. */
  readonly lastId: string | undefined
  readonly limit: number
}

export async function listSourcesDueAfter(
  { db }: Installation,
  { now, lastId, limit }: DueAfterFilter,
): Promise<readonly LookupSourceRow[]> {
  let query = db.selectFrom('lookup_source').selectAll().where('next_refresh_at', '>', now)
  if (lastId) query = query.where('lookup_table_id', '>', lastId)
  return query.orderBy('lookup_table_id').limit(limit).execute()
}
