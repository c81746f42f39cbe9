import { type Selectable, sql } from 'kysely'
import type { Installation, Tables, Tenant } from '../../../platform/db/database.ts'

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
  /** Seconds since the service was told to cancel the batch. */
  readonly secondsCancelled: number | null
  readonly firstCallAt: Date
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
      sql<number | null>`extract(epoch from clock_timestamp() - cancelled_at)::float8`.as(
        'secondsCancelled',
      ),
      sql<Date>`coalesce(
        (select min(c.created_at) from batch_call c where c.batch_id = model_batch.id), created_at
      )`.as('firstCallAt'),
    ])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

type Search = { readonly id: string; readonly sentAfter: Date }

/** A batch is sent so soon after it was made, unless its service is away. */
const maxDaysToSend = 2

/**
 * Finds the ids of other batches of the whole installation at their services: several organizations may use one account. A
 * batch that was only found, and may be another one, takes nothing away from the others.
 */
export async function findOtherServiceIds(
  { db }: Installation,
  { id, sentAfter }: Search,
): Promise<readonly string[]> {
  const { rows } = await sql<{ service_id: string }>`
    select service_id from model_batch
    where id <> ${id} and service_id is not null and (searches = 0 or ended_at is not null)
      and created_at > ${sentAfter}::timestamptz - make_interval(days => ${maxDaysToSend})`.execute(
    db,
  )
  return rows.map(({ service_id: serviceId }) => serviceId)
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

/** The number of searches tells a batch that was found from one whose id the service has answered. */
export async function noteFound(tenant: Tenant, id: string, serviceId: string): Promise<void> {
  await updateBatch(tenant, id)
    .set((row) => ({ service_id: serviceId, polls: 0, searches: row('searches', '+', 1) }))
    .execute()
}

/** The service did not begin with the batch, because too much waits there: it is to be sent again. */
export async function notePostponed(tenant: Tenant, id: string, serviceId: string): Promise<void> {
  await updateBatch(tenant, id)
    .set((row) => ({
      service_id: null,
      send_started_at: null,
      searches: 0,
      other_ids: sql`array_append(other_ids, ${serviceId})`,
      polls: row('polls', '+', 1),
    }))
    .execute()
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
