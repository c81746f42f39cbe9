import { type RawBuilder, sql } from 'kysely'
import type { Db, Installation, Tenant } from '../../../platform/db/database.ts'

export type GatheringCalls = {
  readonly adapterKey: string
  /** Calls whose deadlines are in the same hour, counted from 1970, share a batch. */
  readonly deadlineHour: number
  readonly firstCallAt: Date
  /** Seconds since the first and since the last of them came. */
  readonly firstSeconds: number
  readonly lastSeconds: number
  readonly secondsToDeadline: number
}

const hourOfDeadline = sql`floor(extract(epoch from deadline) / 3600)::integer`

/** Finds the calls of an adapter that are in no batch yet, by its settings and by their deadlines. */
export async function findGatheringCalls(
  { db, organizationId }: Tenant,
  adapterId: string,
): Promise<readonly GatheringCalls[]> {
  const { rows } = await sql<GatheringCalls>`
    select adapter_key as "adapterKey", ${hourOfDeadline} as "deadlineHour", min(created_at) as "firstCallAt",
      extract(epoch from clock_timestamp() - min(created_at))::float8 as "firstSeconds",
      extract(epoch from clock_timestamp() - max(created_at))::float8 as "lastSeconds",
      extract(epoch from min(deadline) - clock_timestamp())::float8 as "secondsToDeadline"
    from batch_call
    where organization_id = ${organizationId} and adapter_id = ${adapterId}
      and state = 'waiting' and batch_id is null
    group by 1, 2`.execute(db)
  return rows
}

export type CallGroup = Pick<GatheringCalls, 'adapterKey' | 'deadlineHour'> & {
  readonly adapterId: string
}

/** The condition of the calls of a group that are in no batch yet. */
const isInGroup = (
  organizationId: number,
  { adapterId, adapterKey, deadlineHour }: CallGroup,
) => sql<boolean>`organization_id = ${organizationId} and adapter_id = ${adapterId}
  and adapter_key = ${adapterKey} and ${hourOfDeadline} = ${deadlineHour}
  and state = 'waiting' and batch_id is null`

/** Rows are locked in the order of their ids, because others change several of them at the same time. */
const makeGatheringSingle = (db: Db, condition: RawBuilder<boolean>, reason: string) =>
  sql`
    update batch_call set state = 'single', body = null, call = null, reason = ${reason}
    where id in (select id from batch_call where ${condition} order by id for update)`.execute(db)

export type BatchLimits = CallGroup & {
  readonly maxLines: number
  readonly maxBytes: number
}

/**
 * Moves as many waiting calls as one batch may have into a new batch, oldest first, and returns its id; `undefined` if
 * none waits. A call that alone is too large is made like any other call.
 */
export async function createBatch(
  { db, organizationId }: Tenant,
  { adapterId, adapterKey, deadlineHour, maxLines, maxBytes }: BatchLimits,
): Promise<string | undefined> {
  const isWaiting = isInGroup(organizationId, { adapterId, adapterKey, deadlineHour })
  const reason = 'The call is larger than a batch may be.'
  await makeGatheringSingle(db, sql<boolean>`${isWaiting} and bytes > ${maxBytes}`, reason)
  const { rows } = await sql<{ id: string }>`
    with waiting as (
      select id, bytes, deadline, created_at from batch_call
      where ${isWaiting} order by created_at, id limit ${maxLines} for update skip locked
    ),
    summed as (
      select id, deadline, row_number() over in_order as place, sum(bytes) over in_order as total
      from waiting window in_order as (order by created_at, id)
    ),
    fitting as (select * from summed where total <= ${maxBytes}),
    made as (
      insert into model_batch (organization_id, adapter_id, adapter_key, deadline)
      select ${organizationId}, ${adapterId}, ${adapterKey}, min(deadline) from fitting
      having count(*) > 0
      returning id
    ),
    moved as (
      update batch_call set batch_id = made.id, position = fitting.place - 1
      from fitting, made where batch_call.id = fitting.id
    )
    select id from made`.execute(db)
  return rows[0]?.id
}

/** Lets the calls of a group be made like any other call. */
export async function makeGroupSingle(
  { db, organizationId }: Tenant,
  group: CallGroup,
  reason: string,
): Promise<void> {
  await makeGatheringSingle(db, isInGroup(organizationId, group), reason)
}

/** Lets those calls be made like any other call that are in no batch when their own deadline has passed. */
export async function makeOverdueSingle(
  { db, organizationId }: Tenant,
  adapterId: string,
): Promise<void> {
  const condition = sql<boolean>`organization_id = ${organizationId} and adapter_id = ${adapterId}
    and state = 'waiting' and batch_id is null and deadline <= clock_timestamp()`
  await makeGatheringSingle(db, condition, 'The deadline has passed.')
}

/** Returns the seconds until a time, given in seconds since 1970, by the clock of the database. */
export async function secondsUntilTime({ db }: Installation, time: number): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select (${time}::float8 - extract(epoch from clock_timestamp()))::float8 as seconds`.execute(db)
  return rows[0]?.seconds ?? 0
}

const maxForgottenAdapters = 1000

export type ForgottenCalls = { readonly organizationId: number; readonly adapterId: string }

/** Finds the adapters with calls that are in no batch although they came so long ago. */
export async function findForgottenCalls(
  { db }: Installation,
  seconds: number,
): Promise<readonly ForgottenCalls[]> {
  const { rows } = await sql<ForgottenCalls>`
    select distinct organization_id as "organizationId", adapter_id as "adapterId" from batch_call
    where state = 'waiting' and batch_id is null
      and created_at < clock_timestamp() - make_interval(secs => ${seconds})
    limit ${maxForgottenAdapters}`.execute(db)
  return rows
}
