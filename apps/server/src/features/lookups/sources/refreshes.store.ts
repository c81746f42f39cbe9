import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { toStorableText } from '../../../platform/db/sql-text.ts'

export type LookupRefreshRow = Selectable<Tables['lookup_refresh']>

type NewRefresh = {
  readonly tableId: string
  readonly isScheduled: boolean
  readonly startedBy: number | null
}

/** Returns `undefined` while another refresh of the table has not ended. */
export async function insertRefresh(
  { db, organizationId }: Tenant,
  { tableId, isScheduled, startedBy }: NewRefresh,
): Promise<LookupRefreshRow | undefined> {
  return db
    .insertInto('lookup_refresh')
    .values({
      organization_id: organizationId,
      lookup_table_id: tableId,
      is_scheduled: isScheduled,
      started_by: startedBy,
    })
    .onConflict((conflict) =>
      conflict.column('lookup_table_id').where('ended_at', 'is', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Refreshes of a table that stay listed. */
export const listedRefreshes = 100

/** Deletes the oldest refreshes of a table, except the last one that succeeded. */
export async function deleteOldRefreshes(
  { db, organizationId }: Tenant,
  tableId: string,
): Promise<void> {
  await sql`
    delete from lookup_refresh as old
    where organization_id = ${organizationId} and lookup_table_id = ${tableId}
      and ended_at is not null
      and id not in (
        select id from lookup_refresh
        where organization_id = ${organizationId} and lookup_table_id = ${tableId}
        order by started_at desc limit ${listedRefreshes})
      and (error is not null or exists (
        select from lookup_refresh as later
        where later.organization_id = ${organizationId} and later.lookup_table_id = ${tableId}
          and later.ended_at > old.ended_at and later.error is null))`.execute(db)
}

export async function findRefresh(
  { db, organizationId }: Tenant,
  id: string,
): Promise<LookupRefreshRow | undefined> {
  return db
    .selectFrom('lookup_refresh')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

type RefreshOutcome =
  | { readonly error: string }
  | { readonly version: number; readonly isNewVersion: boolean }

/** Returns false if it has ended already. */
export async function endRefresh(
  { db, organizationId }: Tenant,
  id: string,
  outcome: RefreshOutcome,
): Promise<boolean> {
  const values =
    'error' in outcome
      ? { error: toStorableText(outcome.error) }
      : { version: outcome.version, is_new_version: outcome.isNewVersion }
  const endedRow = await db
    .updateTable('lookup_refresh')
    .set({ ...values, ended_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return endedRow !== undefined
}

type RefreshesQuery = { readonly tableId: string; readonly limit: number }

/** Lists the refreshes of a table, the newest first. */
export async function listRefreshRows(
  { db, organizationId }: Tenant,
  { tableId, limit }: RefreshesQuery,
): Promise<LookupRefreshRow[]> {
  return db
    .selectFrom('lookup_refresh')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('lookup_table_id', '=', tableId)
    .orderBy('started_at', 'desc')
    .limit(limit)
    .execute()
}

export async function findRunningRefresh(
  { db, organizationId }: Tenant,
  tableId: string,
): Promise<LookupRefreshRow | undefined> {
  return db
    .selectFrom('lookup_refresh')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('lookup_table_id', '=', tableId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** The time of the last refresh that found the rows of the source. */
export async function findSuccessTime(
  { db, organizationId }: Tenant,
  tableId: string,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('lookup_refresh')
    .select('ended_at')
    .where('organization_id', '=', organizationId)
    .where('lookup_table_id', '=', tableId)
    .where('ended_at', 'is not', null)
    .where('error', 'is', null)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.ended_at ?? undefined
}
