import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'

/**
 * Keeps the settings that are about to be replaced for the executions that have begun with them.
 * All times are those of the database. Settings that no unfinished execution needs are deleted, so
 * there are never more than unfinished executions.
 */
export async function keepEarlierSettings(
  { db, organizationId }: Tenant,
  adapterId: string,
): Promise<void> {
  await sql`
    insert into earlier_adapter_settings
      (organization_id, adapter_id, sealed_settings, replaced_at)
    select organization_id, id, settings, clock_timestamp()
    from adapter where organization_id = ${organizationId} and id = ${adapterId}
  `.execute(db)
  await sql`
    delete from earlier_adapter_settings unused
    where unused.organization_id = ${organizationId} and unused.adapter_id = ${adapterId}
      and not exists (
        select from execution
        where execution.organization_id = unused.organization_id
          and execution.finished_at is null and execution.status in ('PENDING', 'EXECUTING')
          and execution.created_at < unused.replaced_at
          and not exists (
            select from earlier_adapter_settings nearer
            where nearer.adapter_id = unused.adapter_id
              and nearer.replaced_at < unused.replaced_at
              and nearer.replaced_at > execution.created_at
          )
      )
  `.execute(db)
}

/** Finds when the settings were replaced most recently, if earlier ones are still needed. */
export async function findReplacementTime(
  { db, organizationId }: Tenant,
  adapterId: string,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('earlier_adapter_settings')
    .select('replaced_at')
    .where('organization_id', '=', organizationId)
    .where('adapter_id', '=', adapterId)
    .orderBy('replaced_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.replaced_at
}

/** Finds the settings that an adapter had at a time; `undefined` if it still has them. */
export async function findSettingsAt(
  { db, organizationId }: Tenant,
  { adapterId, time }: { readonly adapterId: string; readonly time: Date },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('earlier_adapter_settings')
    .select('sealed_settings')
    .where('organization_id', '=', organizationId)
    .where('adapter_id', '=', adapterId)
    .where('replaced_at', '>', time)
    .orderBy('replaced_at')
    .limit(1)
    .executeTakeFirst()
  return row?.sealed_settings
}
