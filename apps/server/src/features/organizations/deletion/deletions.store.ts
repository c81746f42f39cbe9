import { type Selectable, sql } from 'kysely'
import type { Installation, Tables, Tenant } from '../../../platform/db/database.ts'
import { violatesReference } from '../../../platform/db/database-errors.ts'

type DeletionRequest = { readonly deletesAt: Date; readonly requestedBy: string }

/** Schedules the deletion of the organization, or takes it back. */
export async function updateOrganizationDeletion(
  { db, organizationId }: Tenant,
  request: DeletionRequest | null,
): Promise<void> {
  await db
    .updateTable('organization')
    .set({
      deletes_at: request?.deletesAt ?? null,
      deletion_requested_by: request?.requestedBy ?? null,
    })
    .where('id', '=', organizationId)
    .execute()
}

/** Returns `false` if the account has been deleted in the meantime. */
export async function updateAccountDeletion(
  { db }: Installation,
  userId: number,
  deletesAt: Date | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user_account')
    .set({ deletes_at: deletesAt })
    .where('id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Number of organizations or accounts that one query lists. */
const idPortion = 100

type FindDueIds = (installation: Installation, afterId: number) => Promise<number[]>

/** Returns the ids, above `afterId` and in order, of organizations whose deletion is due. */
export const findDueOrganizations: FindDueIds = (installation, afterId) =>
  findDueIds(installation, { table: 'organization', afterId })

/** Returns the ids, above `afterId` and in order, of accounts whose deletion is due. */
export const findDueAccounts: FindDueIds = (installation, afterId) =>
  findDueIds(installation, { table: 'user_account', afterId })

type DueIds = { readonly table: 'organization' | 'user_account'; readonly afterId: number }

async function findDueIds({ db }: Installation, { table, afterId }: DueIds): Promise<number[]> {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('deletes_at', '<=', sql<Date>`now()`)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(idPortion)
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks an account whose deletion is due, until the transaction ends. */
export async function lockDueAccount(
  { db }: Installation,
  userId: number,
): Promise<Pick<Selectable<Tables['user_account']>, 'id' | 'email'> | undefined> {
  return db
    .selectFrom('user_account')
    .select(['id', 'email'])
    .where('id', '=', userId)
    .where('deletes_at', '<=', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
}

/** Whether the deletion of the organization has begun, which can no longer be undone. */
export async function isClosed({ db, organizationId }: Tenant): Promise<boolean> {
  const row = await db
    .selectFrom('deleted_organization')
    .select('former_id')
    .where('former_id', '=', organizationId)
    .executeTakeFirst()
  return row !== undefined
}

type ClosingOutcome = 'closed' | 'not-due' | 'has-subscription'

/**
 * Closes an organization whose deletion is due, and records the deletion for good. Waits for the end of a
 * subscription, which nothing could cancel afterwards. Call it in a transaction.
 */
export async function closeDueOrganization(tenant: Tenant): Promise<ClosingOutcome> {
  const { db, organizationId } = tenant
  const organization = await db
    .selectFrom('organization')
    .select(['id', 'slug', 'display_name', 'deletion_requested_by'])
    .where('id', '=', organizationId)
    .where('deletes_at', '<=', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
  if (!organization) return 'not-due'
  if (!(await isClosed(tenant)) && (await mayBeCharged(tenant))) return 'has-subscription'
  await db
    .insertInto('deleted_organization')
    .values({
      former_id: organizationId,
      slug: organization.slug,
      name: organization.display_name,
      requested_by: organization.deletion_requested_by ?? '',
    })
    .onConflict((conflict) =>
      conflict.column('former_id').doUpdateSet({ deleted_at: sql<Date>`now()` }),
    )
    .execute()
  // The hidden accounts of platform API keys belong to this organization only.
  await db
    .deleteFrom('user_account')
    .where('id', 'in', (select) =>
      select
        .selectFrom('member')
        .select('user_id')
        .where('organization_id', '=', organizationId)
        .where('is_service', '=', true),
    )
    .execute()
  await db.deleteFrom('member').where('organization_id', '=', organizationId).execute()
  return 'closed'
}

/** Returns the tables that have rows of organizations, so that no future one is forgotten. */
export async function listTenantTables({ db }: Installation): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and c.column_name = 'organization_id'
      and t.table_type = 'BASE TABLE'
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

const portion = 5000

/**
 * Deletes the rows of an organization in one table, in portions. Stops at rows that others still refer to:
 * they are deleted in a later round. Returns how many rows were deleted.
 */
export async function deleteRowsOf({ db, organizationId }: Tenant, table: string): Promise<number> {
  let count = 0
  for (;;) {
    try {
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where organization_id = ${organizationId}
          limit ${portion}))`.execute(db)
      count += Number(numAffectedRows)
      if (numAffectedRows < portion) return count
    } catch (error) {
      if (!violatesReference(error)) throw error
      return count
    }
  }
}

/** Deletes the row of the organization, and with it what still refers to it. */
export async function deleteOrganizationRow({ db, organizationId }: Tenant): Promise<void> {
  await db.deleteFrom('organization').where('id', '=', organizationId).execute()
}

/** Returns the former ids of organizations that were deleted during the last day. */
export async function findRecentlyDeleted({ db }: Installation): Promise<number[]> {
  const rows = await db
    .selectFrom('deleted_organization')
    .select('former_id')
    .where('deleted_at', '>', sql<Date>`now() - interval '1 day'`)
    .execute()
  return rows.map(({ former_id }) => former_id)
}

/** Whether the payment provider still charges the organization. */
export async function hasSubscription({ db, organizationId }: Tenant): Promise<boolean> {
  const row = await db
    .selectFrom('billing_subscription')
    .select('subscription_id')
    .where('organization_id', '=', organizationId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the organization has a subscription, or a page on which one could have been paid lately. */
async function mayBeCharged(tenant: Tenant): Promise<boolean> {
  if (await hasSubscription(tenant)) return true
  // The payment provider closes its pages after a day, and may tell of a payment later.
  const row = await tenant.db
    .selectFrom('billing_checkout')
    .select('session_id')
    .where('organization_id', '=', tenant.organizationId)
    .where('closed_at', 'is', null)
    .where('opened_at', '>', sql<Date>`now() - interval '2 days'`)
    .executeTakeFirst()
  return row !== undefined
}
