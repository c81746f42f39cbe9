import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

export type ModelBatch = Pick<
  Selectable<Tables['model_batch']>,
  | 'id'
  | 'adapter_id'
  | 'adapter_key'
  | 'send_started_at'
  | 'searches'
  | 'service_id'
  | 'other_ids'
  | 'polls'
  | 'cancelled_at'
> & {
  /** Seconds since the deadline; negative before it. By the clock of the database. */
  readonly secondsOverdue: number
}

/** Finds a batch that has not ended. */
export async function findOpenBatch(
  { db, organizationId }: Tenant,
  id: string,
): Promise<ModelBatch | undefined> {
  return db
    .selectFrom('model_batch')
    .select([
      'id',
      'adapter_id',
      'adapter_key',
      'send_started_at',
      'searches',
      'service_id',
      'other_ids',
      'polls',
      'cancelled_at',
      sql<number>`extract(epoch from clock_timestamp() - deadline)::float8`.as('secondsOverdue'),
    ])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** The ids of other batches of an adapter at its service. */
export async function findOtherServiceIds(
  { db, organizationId }: Tenant,
  { id, adapterId }: { readonly id: string; readonly adapterId: string },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('model_batch')
    .select('service_id')
    .where('organization_id', '=', organizationId)
    .where('adapter_id', '=', adapterId)
    .where('id', '<>', id)
    .where('service_id', 'is not', null)
    .execute()
  return rows.map(({ service_id }) => service_id ?? '')
}

const updateBatch = ({ db, organizationId }: Tenant, id: string) =>
  db.updateTable('model_batch').where('organization_id', '=', organizationId).where('id', '=', id)

/** Stored before a batch is sent: whoever finds it without an id searches for the batch before it is sent again. */
export async function noteSendStarted(tenant: Tenant, id: string): Promise<void> {
  await updateBatch(tenant, id)
    .set({ send_started_at: sql<Date>`clock_timestamp()`, searches: 0 })
    .execute()
}

export async function noteSearch(tenant: Tenant, id: string): Promise<void> {
  await updateBatch(tenant, id)
    .set((row) => ({ searches: row('searches', '+', 1) }))
    .execute()
}

/** Nothing was sent, as the service has said. */
export async function noteRefused(tenant: Tenant, id: string): Promise<void> {
  await updateBatch(tenant, id)
    .set((row) => ({ send_started_at: null, searches: 0, polls: row('polls', '+', 1) }))
    .execute()
}

export async function noteSent(tenant: Tenant, id: string, serviceId: string): Promise<void> {
  await updateBatch(tenant, id).set({ service_id: serviceId, polls: 0 }).execute()
}

/** What was taken for this batch is another one. */
export async function noteOther(tenant: Tenant, id: string, serviceId: string): Promise<void> {
  await updateBatch(tenant, id)
    .set({ service_id: null, other_ids: sql`array_append(other_ids, ${serviceId})`, searches: 0 })
    .execute()
}

export async function notePoll(tenant: Tenant, id: string, answeredCount: number): Promise<void> {
  await updateBatch(tenant, id)
    .set((row) => ({ polls: row('polls', '+', 1), answered: answeredCount }))
    .execute()
}

export async function noteCancelled(tenant: Tenant, id: string): Promise<void> {
  await updateBatch(tenant, id).set({ cancelled_at: sql<Date>`clock_timestamp()` }).execute()
}

export async function endBatch(tenant: Tenant, id: string): Promise<void> {
  await updateBatch(tenant, id).set({ ended_at: sql<Date>`clock_timestamp()` }).execute()
}
