import { type Selectable, sql } from 'kysely'
import type { Installation, Tables, Tenant } from '../../../platform/db/database.ts'
import { toStorableText } from '../../../platform/db/sql-text.ts'

export type DeliveryRow = Selectable<Tables['notification_delivery']>

/**
 * Longer than an attempt may take; after that another worker sends the message of a crashed one.
 */
const leaseSeconds = 30

/**
 * Claims due deliveries; no other worker gets them until the attempt is over or the lease has
 * expired.
 */
export async function claimDeliveries(
  { db }: Installation,
  limit: number,
): Promise<readonly DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    update notification_delivery
    set attempts = attempts + 1, next_try_at = now() + make_interval(secs => ${leaseSeconds})
    where id in (
      select id from notification_delivery where next_try_at <= now()
      order by next_try_at limit ${limit} for update skip locked
    )
    returning *`.execute(db)
  return rows
}

/** Deletes old messages: delivered ones after 30 days, failed ones after 90. */
export async function deleteOldDeliveries({ db }: Installation): Promise<void> {
  await sql`delete from notification_delivery where id in (
    select id from notification_delivery
    where next_try_at is null
      and created_at < now() - case state when 'DEAD' then interval '90 days' else interval '30 days' end
    limit 100
  )`.execute(db)
}

export async function insertTest(
  { db, organizationId }: Tenant,
  notificationId: string,
  payload: Record<string, unknown>,
): Promise<DeliveryRow> {
  return db
    .insertInto('notification_delivery')
    .values({
      organization_id: organizationId,
      notification_id: notificationId,
      payload: JSON.stringify(payload),
      attempts: 1,
      next_try_at: sql<Date>`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export type AttemptOutcome = {
  readonly state: DeliveryRow['state']
  readonly statusCode: number | null
  readonly error: string | null
  /** Seconds until the next attempt. */
  readonly waitSeconds?: number
}

export async function recordAttempt(
  { db, organizationId }: Tenant,
  id: string,
  { state, statusCode, error, waitSeconds = 0 }: AttemptOutcome,
): Promise<DeliveryRow | undefined> {
  const isOver = state !== 'WAITING'
  return db
    .updateTable('notification_delivery')
    .set({
      state,
      status_code: statusCode,
      last_error: error && toStorableText(error).slice(0, 1000),
      next_try_at: isOver ? null : sql<Date>`now() + make_interval(secs => ${waitSeconds})`,
      ended_at: isOver ? new Date() : null,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Restarts a delivery that was given up, with as many attempts as a new one. Returns `undefined`
 * when it was not given up.
 */
export async function reviveDelivery(
  { db, organizationId }: Tenant,
  { notificationId, id }: { readonly notificationId: string; readonly id: string },
): Promise<DeliveryRow | undefined> {
  return db
    .updateTable('notification_delivery')
    .set({ state: 'WAITING', attempts: 0, next_try_at: new Date(), ended_at: null })
    .where('organization_id', '=', organizationId)
    .where('notification_id', '=', notificationId)
    .where('id', '=', id)
    .where('state', '=', 'DEAD')
    .returningAll()
    .executeTakeFirst()
}

type DeliveryPageFilter = {
  readonly notificationId: string
  readonly state?: DeliveryRow['state'] | undefined
  readonly page: number
  readonly pageSize: number
}

/** Returns a page of deliveries, newest first. */
export async function pageOfDeliveries(
  { db, organizationId }: Tenant,
  { notificationId, state, page, pageSize }: DeliveryPageFilter,
): Promise<{ readonly count: number; readonly rows: DeliveryRow[] }> {
  let query = db
    .selectFrom('notification_delivery')
    .where('organization_id', '=', organizationId)
    .where('notification_id', '=', notificationId)
  if (state) query = query.where('state', '=', state)
  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { count, rows }
}
