import { type Selectable, sql } from 'kysely'
import type { Installation, Tables, Tenant } from '../../../platform/db/database.ts'
import { toStorableText } from '../../../platform/db/sql-text.ts'
import type { WorkTable } from '../../../platform/work/item-store.ts'

export type DeliveryRow = Selectable<Tables['notification_delivery']>

/** Messages as items of work; those of a notification are a group. */
export const deliveryTable: WorkTable = {
  table: 'notification_delivery',
  group: sql`notification_id::text`,
  groupPrefix: 'notification/',
  isAwaited: 'never',
  isWaiting: sql`state = 'WAITING' and next_try_at is null and worker_id is null`,
  isHeld: sql`worker_id is not null`,
  isAsleep: sql`next_try_at is not null and worker_id is null`,
  sleepsUntil: 'next_try_at',
  maxOfOrganization: 8,
  maxOfGroup: 4,
}

/** Returns a message that the worker holds. */
export async function findHeldDelivery(
  { db }: Installation,
  { id, workerId }: { readonly id: string; readonly workerId: string },
): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('notification_delivery')
    .selectAll()
    .where('id', '=', id)
    .where('worker_id', '=', workerId)
    .executeTakeFirst()
}

const deletedAtOnce = 1000

/**
 * Deletes old messages, delivered ones after 30 days and failed ones after 90, and returns whether there may
 * be more.
 */
export async function deleteOldDeliveries({ db }: Installation): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from notification_delivery where id in (
    select id from notification_delivery
    where state <> 'WAITING'
      and created_at < now() - case state when 'DEAD' then interval '90 days' else interval '30 days' end
    limit ${deletedAtOnce}
  )`.execute(db)
  return Number(numAffectedRows) === deletedAtOnce
}

/** Longer than an attempt may take; after that a worker sends the test message of a process that ended. */
const testSeconds = 30

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
      next_try_at: sql<Date>`now() + make_interval(secs => ${testSeconds})`,
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

/** Records an attempt of whoever sends the message; a worker that no longer holds it records nothing. */
export async function recordAttempt(
  { db, organizationId }: Tenant,
  { id, worker_id }: Pick<DeliveryRow, 'id' | 'worker_id'>,
  { state, statusCode, error, waitSeconds = 0 }: AttemptOutcome,
): Promise<DeliveryRow | undefined> {
  const isOver = state !== 'WAITING'
  return db
    .updateTable('notification_delivery')
    .set((row) => ({
      state,
      worker_id: null,
      attempts: row('attempts', '+', 1),
      status_code: statusCode,
      last_error: error && toStorableText(error).slice(0, 1000),
      next_try_at: isOver ? null : sql<Date>`now() + make_interval(secs => ${waitSeconds})`,
      ended_at: isOver ? new Date() : null,
    }))
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('worker_id', worker_id === null ? 'is' : '=', worker_id)
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
    .set({ state: 'WAITING', attempts: 0, deaths: 0, next_try_at: null, ended_at: null })
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
