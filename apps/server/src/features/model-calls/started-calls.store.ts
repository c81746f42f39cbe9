import { sql } from 'kysely'
import type { Installation, Tenant } from '../../platform/db/database.ts'
import { toStorableJson } from '../../platform/db/sql-text.ts'

export type StartedCall = {
  readonly organizationId: number
  readonly callKey: string
  readonly adapterId: string
  /** Id that the service assigned to the call. */
  readonly job: string
}

type StartedCallFilter = {
  readonly callKey: string
  readonly adapterId: string
  /** Time of the adapter's last change; an older id may be of another service. */
  readonly since: Date
}

/** Finds the service's id of a call that was started and whose reply is not stored. */
export async function findStartedCall(
  { db, organizationId }: Tenant,
  { callKey, adapterId, since }: StartedCallFilter,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('started_call')
    .select('job')
    .where('organization_id', '=', organizationId)
    .where('call_key', '=', callKey)
    .where('adapter_id', '=', adapterId)
    .where('created_at', '>=', since)
    .executeTakeFirst()
  return row?.job
}

/** Saves calls of any organizations; a call that was started again replaces its earlier id. */
export async function saveStartedCalls(
  { db }: Installation,
  calls: readonly StartedCall[],
): Promise<void> {
  // A statement cannot write a row twice.
  const latestByKey = new Map(calls.map((call) => [`${call.organizationId}/${call.callKey}`, call]))
  const rows = [...latestByKey.values()].map((call) => ({
    organization_id: call.organizationId,
    call_key: call.callKey,
    adapter_id: call.adapterId,
    job: call.job,
  }))
  await sql`
    insert into started_call (organization_id, call_key, adapter_id, job)
    select * from json_to_recordset(${toStorableJson(rows)}) as c (organization_id integer,
      call_key text, adapter_id uuid, job text)
    on conflict (organization_id, call_key) do update
      set adapter_id = excluded.adapter_id, job = excluded.job, created_at = now()`.execute(db)
}

export async function deleteStartedCall(
  { db, organizationId }: Tenant,
  callKey: string,
): Promise<void> {
  await db
    .deleteFrom('started_call')
    .where('organization_id', '=', organizationId)
    .where('call_key', '=', callKey)
    .execute()
}

export async function deleteOldStartedCalls(
  { db, organizationId }: Tenant,
  olderThan: Date,
): Promise<void> {
  await db
    .deleteFrom('started_call')
    .where('organization_id', '=', organizationId)
    .where('created_at', '<', olderThan)
    .execute()
}

/** Builds the deletion of calls of any organizations, as a part of the statement that stores their replies. */
export function buildStartedCallDeletion(
  calls: readonly Pick<StartedCall, 'organizationId' | 'callKey'>[],
) {
  const rows = calls.map(({ organizationId, callKey }) => ({
    organization_id: organizationId,
    call_key: callKey,
  }))
  return sql`
    delete from started_call s
    using json_to_recordset(${toStorableJson(rows)}) as c (organization_id integer, call_key text)
    where s.organization_id = c.organization_id and s.call_key = c.call_key`
}
