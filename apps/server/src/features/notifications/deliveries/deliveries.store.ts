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

/** Lets a message that a worker holds wait until a time, without counting an attempt. */
export async function postponeDelivery(
  { db, organizationId }: Tenant,
  { id, worker_id }: Pick<DeliveryRow, 'id' | 'worker_id'>,
  time: Date,
): Promise<void> {
  await db
    .updateTable('notification_delivery')
    .set({ worker_id: null, next_try_at: time })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('worker_id', 'is not distinct from', worker_id)
    .execute()
}

/** Ends the wait of messages that were not tried yet, which then look at the interval again. */
export async function wakeWaitingDeliveries({ db, organizationId }: Tenant): Promise<void> {
  await db
    .updateTable('notification_delivery')
    .set({ next_try_at: sql<Date>`now()` })
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'WAITING')
    .where('attempts', '=', 0)
    .where('execution_id', 'is not', null)
    .where('next_try_at', '>', sql<Date>`now()`)
    .execute()
}

/** Maximum number of runs in one message. */
const maxCombined = 100

/** Whether no older message of the notification waits for its first attempt. */
export async function isOldestWaiting(
  { db, organizationId }: Tenant,
  { id, notification_id }: Pick<DeliveryRow, 'id' | 'notification_id'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from notification_delivery as older
    join notification_delivery as own on own.id = ${id}
    where older.organization_id = ${organizationId} and older.notification_id = ${notification_id}
      and older.state = 'WAITING' and older.attempts = 0 and older.execution_id is not null
      and (older.created_at, older.id) < (own.created_at, own.id)
    limit 1`.execute(db)
  return rows.length === 0
}

/**
 * Puts other messages of the notification that wait for their first attempt into the oldest one,
 * which a worker holds, and returns it. They are deleted, also where other workers hold them: only
 * the oldest one is sent. Nothing is deleted if this worker does not hold the message any more, because
 * another one may have put it into an older message.
 */
export async function combineDeliveries(
  { db, organizationId }: Tenant,
  { id, notification_id, worker_id }: Pick<DeliveryRow, 'id' | 'notification_id' | 'worker_id'>,
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    with own as materialized (
      select id from notification_delivery
      where organization_id = ${organizationId} and id = ${id} and state = 'WAITING'
        and worker_id is not distinct from ${worker_id}
      for update
    ), chosen as (
      select id from notification_delivery
      where exists (select from own)
        and organization_id = ${organizationId} and notification_id = ${notification_id}
        and id <> ${id} and state = 'WAITING' and attempts = 0
        and execution_id is not null and not payload ? 'batch'
      order by created_at, id limit ${maxCombined - 1} for update
    ), taken as (
      delete from notification_delivery where id in (select id from chosen)
      returning payload, created_at
    ), ordered as (
      select payload || jsonb_build_object('timestamp', created_at) as payload, created_at from taken
      union all
      select payload || jsonb_build_object('timestamp', created_at), created_at
      from notification_delivery where id = ${id}
    )
    update notification_delivery
    set payload = payload || jsonb_build_object('batch',
      (select jsonb_agg(payload order by created_at) from ordered))
    where organization_id = ${organizationId} and id in (select id from own)
    returning *`.execute(db)
  return rows[0]
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
