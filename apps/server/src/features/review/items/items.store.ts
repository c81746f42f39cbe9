import { omitUndefined } from '@recto/omit-undefined'
import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { toStorableJson } from '../../../platform/db/sql-text.ts'

export type ReviewItemRow = Selectable<Tables['review_item']>
/**
 * Status of items that people can take: waiting for review, or finished and waiting for approval.
 */
export type WaitingStatus = 'PENDING' | 'FINISHED'

type ItemsOptions = {
  readonly workflowId: string
  readonly status: WaitingStatus
  readonly userId: number
  readonly seconds: number
}

/** Takes the first item that nobody holds; items that somebody else is taking are skipped. */
export async function takeFreeItem(
  { db, organizationId }: Tenant,
  { workflowId, status, userId, seconds }: ItemsOptions,
): Promise<ReviewItemRow | undefined> {
  const { rows } = await sql<ReviewItemRow>`
    with candidate as (
      select id from review_item
      where organization_id = ${organizationId} and workflow_id = ${workflowId}
        and status = ${status} and (holder_id is null or held_until <= now())
      order by position limit 1 for update skip locked
    )
    update review_item set holder_id = ${userId}, modified_at = now(), held_since = now(),
      held_until = now() + ${seconds}::double precision * interval '1 second'
    from candidate where review_item.id = candidate.id
    returning review_item.*`.execute(db)
  return rows[0]
}

/** Restarts the hold of an item. */
export async function extendHold(
  { db, organizationId }: Tenant,
  { id, seconds }: { readonly id: string; readonly seconds: number },
): Promise<ReviewItemRow> {
  const { rows } = await sql<ReviewItemRow>`
    update review_item set modified_at = now(),
      held_until = now() + ${seconds}::double precision * interval '1 second'
    where organization_id = ${organizationId} and id = ${id}
    returning *`.execute(db)
  return rows[0] as ReviewItemRow
}

/** Returns the next item that nobody holds, without taking it. */
export async function findUpcoming(
  { db, organizationId }: Tenant,
  { workflowId, status }: Pick<ItemsOptions, 'workflowId' | 'status'>,
): Promise<{ readonly id: string } | undefined> {
  return db
    .selectFrom('review_item')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('workflow_id', '=', workflowId)
    .where('status', '=', status)
    .where((expression) =>
      expression.or([
        expression('holder_id', 'is', null),
        expression('held_until', '<=', sql<Date>`now()`),
      ]),
    )
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
}

type Holding = Omit<ItemsOptions, 'seconds'>

/** Returns the item that the user holds; `undefined` when the hold has expired. */
const heldItems = ({ db, organizationId }: Tenant, { workflowId, status, userId }: Holding) =>
  db
    .selectFrom('review_item')
    .where('organization_id', '=', organizationId)
    .where('workflow_id', '=', workflowId)
    .where('status', '=', status)
    .where('holder_id', '=', userId)
    .where('held_until', '>', sql<Date>`now()`)
    .orderBy('held_since')
    .orderBy('position')
    .limit(1)

/** Returns the file of the item that the user holds. */
export async function findHeldFile(tenant: Tenant, holding: Holding): Promise<string | undefined> {
  const item = await heldItems(tenant, holding).select('file_execution_id').executeTakeFirst()
  return item?.file_execution_id
}

/** Returns the item that the user holds and locks it until the transaction ends. */
export async function lockHeldItem(
  tenant: Tenant,
  holding: Holding,
): Promise<ReviewItemRow | undefined> {
  return heldItems(tenant, holding).selectAll().forUpdate().executeTakeFirst()
}

type FinishedReview = { readonly id: string; readonly userId: number }
type ApprovedReview = FinishedReview & {
  /** Time in seconds for which the person holds it. */
  readonly seconds: number
  /** The status with which it returns to its queue. */
  readonly status: WaitingStatus
}

/**
 * Gives an item back to the person who has finished its review, unless the time to undo it is over
 * or somebody holds it for approval. Returns `undefined` in those cases.
 */
export async function takeFinishedItem(
  { db, organizationId }: Tenant,
  { id, userId, seconds }: FinishedReview & { readonly seconds: number },
): Promise<ReviewItemRow | undefined> {
  const { rows } = await sql<ReviewItemRow>`
    update review_item set status = 'PENDING', finished_by = null, finished_at = null,
      undo_until = null, holder_id = ${userId}, held_since = now(), modified_at = now(),
      held_until = now() + ${seconds}::double precision * interval '1 second'
    where organization_id = ${organizationId} and id = ${id} and status = 'FINISHED'
      and finished_by = ${userId} and undo_until > now()
      and (holder_id is null or held_until <= now())
    returning *`.execute(db)
  return rows[0]
}

/**
 * Gives an item back to a person who has approved it, or whose finished review was approved
 * automatically, as long as its result is not delivered. Returns `undefined` if it is.
 */
export async function takeApprovedItem(
  { db, organizationId }: Tenant,
  { id, userId, seconds, status }: ApprovedReview,
): Promise<ReviewItemRow | undefined> {
  const isFinisher = sql`approved_by is null and finished_by = ${userId}`
  const { rows } = await sql<ReviewItemRow>`
    update review_item set status = ${status}, approved_by = null, approved_at = null,
      delivers_at = null, is_kept = false, holder_id = ${userId}, held_since = now(),
      modified_at = now(), held_until = now() + ${seconds}::double precision * interval '1 second',
      finished_by = case when ${status} = 'FINISHED' then finished_by end,
      finished_at = case when ${status} = 'FINISHED' then finished_at end
    where organization_id = ${organizationId} and id = ${id} and status = 'APPROVED'
      and ${status === 'FINISHED' ? sql`approved_by = ${userId}` : isFinisher}
      and delivers_at > now()
    returning *`.execute(db)
  return rows[0]
}

/** Locks an approved item whose result is not delivered; `secondsLeft` is the time left to undo that. */
export async function lockUndeliveredItem(
  { db, organizationId }: Tenant,
  id: string,
): Promise<{ readonly item: ReviewItemRow; readonly secondsLeft: number } | undefined> {
  const row = await db
    .selectFrom('review_item')
    .selectAll()
    .select(
      sql<number>`extract(epoch from delivers_at - now())::double precision`.as('secondsLeft'),
    )
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'APPROVED')
    .where('delivers_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const { secondsLeft, ...item } = row
  return { item, secondsLeft }
}

/**
 * Puts an approved item whose result could not be delivered back at the end of the queue of those
 * that wait for approval. Returns `undefined` if it is delivered or no longer approved.
 */
export async function returnUndelivered(
  { db, organizationId }: Tenant,
  { id, note }: { readonly id: string; readonly note: string },
): Promise<ReviewItemRow | undefined> {
  return db
    .updateTable('review_item')
    .set({
      status: 'FINISHED',
      approved_by: null,
      approved_at: null,
      delivers_at: null,
      is_kept: false,
      note,
      modified_at: new Date(),
      position: sql`nextval(pg_get_serial_sequence('review_item', 'position'))`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'APPROVED')
    .where('delivers_at', 'is not', null)
    .returningAll()
    .executeTakeFirst()
}

type DeliveredItem = {
  readonly id: string
  readonly result: unknown
  readonly waitsToBeFetched: boolean
}

/** Ends the time to undo an approval. */
export async function markDelivered(
  { db, organizationId }: Tenant,
  { id, result, waitsToBeFetched }: DeliveredItem,
): Promise<void> {
  await db
    .updateTable('review_item')
    .set({
      delivers_at: null,
      fetched_until: null,
      result: toStorableJson(result),
      is_kept: waitsToBeFetched,
      modified_at: new Date(),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Ends the hold of an item, which stays where it is in its queue. */
export async function releaseHold({ db, organizationId }: Tenant, id: string): Promise<void> {
  await db
    .updateTable('review_item')
    .set({ holder_id: null, held_since: null, held_until: null, modified_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

type ItemTransition = {
  readonly status: ReviewItemRow['status']
  readonly note?: string | null
  readonly finishedBy?: number
  /** Time in which the step can be undone; an approved result is delivered afterwards. */
  readonly undoSeconds?: number
  readonly approved?: {
    readonly by: number | null
    readonly at: Date
    readonly syncTarget: ReviewItemRow['sync_with']
    readonly result: unknown
    readonly waitsToBeFetched: boolean
  }
}

const secondsFromNow = (seconds: number) =>
  sql<Date>`now() + ${seconds}::double precision * interval '1 second'`

/** Ends the hold and moves the item to the end of its next queue. */
export async function moveItem(
  { db, organizationId }: Tenant,
  id: string,
  { status, note, finishedBy, undoSeconds = 0, approved: approval }: ItemTransition,
): Promise<void> {
  await db
    .updateTable('review_item')
    .set({
      status,
      holder_id: null,
      held_since: null,
      held_until: null,
      modified_at: new Date(),
      position: sql`nextval(pg_get_serial_sequence('review_item', 'position'))`,
      ...omitUndefined({
        note,
        finished_by: finishedBy,
        finished_at: finishedBy === undefined ? undefined : new Date(),
        undo_until: finishedBy === undefined ? undefined : secondsFromNow(undoSeconds),
        delivers_at: approval && (undoSeconds > 0 ? secondsFromNow(undoSeconds) : null),
        // A web process of an earlier version knows no time to undo, but hands out nothing that is being sent.
        fetched_until: approval && (undoSeconds > 0 ? secondsFromNow(undoSeconds) : null),
        approved_by: approval?.by,
        approved_at: approval?.at,
        sync_with: approval?.syncTarget,
        is_kept: approval?.waitsToBeFetched,
        result: approval && toStorableJson(approval.result),
      }),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Stores the edited result and restarts the hold. */
export async function saveEditedResult(
  { db, organizationId }: Tenant,
  {
    id,
    result,
    seconds,
  }: { readonly id: string; readonly result: unknown; readonly seconds: number },
): Promise<void> {
  await sql`
    update review_item set result = ${toStorableJson(result)}::json, is_edited = true,
      held_until = now() + ${seconds}::double precision * interval '1 second', modified_at = now()
    where organization_id = ${organizationId} and id = ${id}`.execute(db)
}

export async function findItem(
  { db, organizationId }: Tenant,
  id: string,
): Promise<ReviewItemRow | undefined> {
  return db
    .selectFrom('review_item')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

type ApprovedFilter = { readonly workflowId: string; readonly position?: number }

const maxApproved = 1000

/** Returns the items whose approval can no longer be undone, oldest approval first. */
export async function findApproved(
  { db, organizationId }: Tenant,
  { workflowId, position }: ApprovedFilter,
): Promise<ReviewItemRow[]> {
  let query = db
    .selectFrom('review_item')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('workflow_id', '=', workflowId)
    .where('status', '=', 'APPROVED')
    .where('delivers_at', 'is', null)
  if (position !== undefined) query = query.where('position', '=', position)
  return query.orderBy('position').limit(maxApproved).execute()
}

export type Counts = {
  readonly pending: number
  readonly inReview: number
  readonly finished: number
  readonly inApproval: number
  readonly approved: number
}

export async function countItems(
  { db, organizationId }: Tenant,
  workflowId: string,
): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select
      count(*) filter (where status = 'PENDING' and not is_held)::integer as pending,
      count(*) filter (where status = 'PENDING' and is_held)::integer as "inReview",
      count(*) filter (where status = 'FINISHED' and not is_held)::integer as finished,
      count(*) filter (where status = 'FINISHED' and is_held)::integer as "inApproval",
      count(*) filter (where status = 'APPROVED' and is_kept and delivers_at is null)::integer as approved
    from (
      select status, is_kept, delivers_at, holder_id is not null and held_until > now() as is_held from review_item
      where organization_id = ${organizationId} and workflow_id = ${workflowId}
    ) item`.execute(db)
  return rows[0] ?? { pending: 0, inReview: 0, finished: 0, inApproval: 0, approved: 0 }
}

/** Numbers of items in a class that anybody may take. */
export type WaitingCounts = Pick<Counts, 'pending' | 'finished'>

/** Counts what waits in every class, for a list of them. */
export async function countClasses({
  db,
  organizationId,
}: Tenant): Promise<ReadonlyMap<string, WaitingCounts>> {
  const { rows } = await sql<WaitingCounts & { readonly workflowId: string }>`
    select workflow_id as "workflowId",
      count(*) filter (where status = 'PENDING')::integer as pending,
      count(*) filter (where status = 'FINISHED')::integer as finished
    from review_item
    where organization_id = ${organizationId} and status in ('PENDING', 'FINISHED')
      and (holder_id is null or held_until <= now())
    group by 1`.execute(db)
  return new Map(rows.map(({ workflowId, ...counts }) => [workflowId, counts]))
}

type ClassOfItems = { readonly workflowId: string; readonly name: string }

/** Returns the workflows whose files are or were in review, each under its most recent name. */
export async function findClassesOfItems({ db, organizationId }: Tenant): Promise<ClassOfItems[]> {
  return db
    .selectFrom('review_item')
    .select(['workflow_id as workflowId', ({ fn }) => fn.max('workflow_name').as('name')])
    .where('organization_id', '=', organizationId)
    .groupBy('workflow_id')
    .execute()
}
