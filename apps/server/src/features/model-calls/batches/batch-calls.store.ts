import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import { toStorableJson, toStorableText } from '../../../platform/db/sql-text.ts'

/** What the record of a call needs besides its reply. */
export type BatchedCall = {
  readonly request: object
  readonly reason: 'extraction' | 'challenge' | 'summarize'
  readonly questionCount: number
  readonly isFollowUp: boolean
  readonly documentHash: string | null
  readonly workflowId: string | null
  readonly projectId: string | null
}

export type NewBatchCall = {
  readonly callKey: string
  readonly runId: string
  readonly executionId: string | null
  readonly adapterId: string
  readonly adapterKey: string
  readonly body: string
  readonly call: BatchedCall
  readonly deadline: Date
}

/** Inserts a call that waits, unless its key is known. */
export async function insertBatchCall(
  { db, organizationId }: Tenant,
  { body, call, ...newCall }: NewBatchCall,
): Promise<void> {
  await db
    .insertInto('batch_call')
    .values({
      organization_id: organizationId,
      call_key: newCall.callKey,
      run_id: newCall.runId,
      execution_id: newCall.executionId,
      adapter_id: newCall.adapterId,
      adapter_key: newCall.adapterKey,
      state: 'waiting',
      body,
      bytes: Buffer.byteLength(body),
      call: toStorableJson(call),
      deadline: newCall.deadline,
    })
    .onConflict((conflict) => conflict.constraint('batch_call_key').doNothing())
    .execute()
}

export async function findBatchCallState(
  { db, organizationId }: Tenant,
  callKey: string,
): Promise<'waiting' | 'answered' | 'single' | undefined> {
  const row = await db
    .selectFrom('batch_call')
    .select('state')
    .where('organization_id', '=', organizationId)
    .where('call_key', '=', callKey)
    .executeTakeFirst()
  return row?.state
}

export type GatheringCalls = {
  readonly adapterKey: string
  readonly count: number
  /** Seconds since the first and since the last of them came. */
  readonly firstSeconds: number
  readonly lastSeconds: number
  readonly secondsToDeadline: number
}

/** Counts the calls of an adapter that are in no batch yet, by its settings. */
export async function findGatheringCalls(
  { db, organizationId }: Tenant,
  adapterId: string,
): Promise<readonly GatheringCalls[]> {
  const { rows } = await sql<GatheringCalls>`
    select adapter_key as "adapterKey", count(*)::integer as count,
      extract(epoch from clock_timestamp() - min(created_at))::float8 as "firstSeconds",
      extract(epoch from clock_timestamp() - max(created_at))::float8 as "lastSeconds",
      extract(epoch from min(deadline) - clock_timestamp())::float8 as "secondsToDeadline"
    from batch_call
    where organization_id = ${organizationId} and adapter_id = ${adapterId}
      and state = 'waiting' and batch_id is null
    group by 1`.execute(db)
  return rows
}

export type BatchLimits = {
  readonly adapterId: string
  readonly adapterKey: string
  readonly maxLines: number
  readonly maxBytes: number
}

/**
 * Moves as many waiting calls as one batch may have into a new batch, oldest first, and returns its id; `undefined` if
 * none waits. A call that alone is too large is made like any other call.
 */
export async function createBatch(
  { db, organizationId }: Tenant,
  { adapterId, adapterKey, maxLines, maxBytes }: BatchLimits,
): Promise<string | undefined> {
  const isWaiting = sql`organization_id = ${organizationId} and adapter_id = ${adapterId}
    and adapter_key = ${adapterKey} and state = 'waiting' and batch_id is null`
  await sql`
    update batch_call set state = 'single', body = null, call = null,
      reason = 'The call is larger than a batch may be.'
    where ${isWaiting} and bytes > ${maxBytes}`.execute(db)
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

export type WaitingLine = {
  readonly id: string
  readonly callKey: string
  readonly runId: string
  readonly executionId: string | null
  readonly call: BatchedCall
}

/** The ids and the numbers by which a service refers to lines. */
export type LineReferences = {
  readonly ids: readonly string[]
  readonly positions: readonly number[]
}

/** Ids of a service may be anything. */
const isReferred = ({ ids, positions }: LineReferences) =>
  sql<boolean>`(id::text = any(${ids}::text[]) or position = any(${positions}::integer[]))`

export async function countOwnLines(
  { db, organizationId }: Tenant,
  batchId: string,
  references: LineReferences,
): Promise<number> {
  const row = await db
    .selectFrom('batch_call')
    .select((rows) => rows.fn.countAll<string>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('batch_id', '=', batchId)
    .where(isReferred(references))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Finds calls of a batch that still wait. */
export async function findWaitingLines(
  { db, organizationId }: Tenant,
  batchId: string,
  references: LineReferences,
): Promise<ReadonlyMap<string | number, WaitingLine>> {
  const rows = await db
    .selectFrom('batch_call')
    .select(['id', 'position', 'call_key', 'run_id', 'execution_id', 'call'])
    .where('organization_id', '=', organizationId)
    .where('batch_id', '=', batchId)
    .where('state', '=', 'waiting')
    .where(isReferred(references))
    .execute()
  return new Map<string | number, WaitingLine>(
    rows.flatMap(({ id, position, call_key, run_id, execution_id, call }) => {
      // The module wrote the call itself.
      const line = {
        id,
        callKey: call_key,
        runId: run_id,
        executionId: execution_id,
        call: call as unknown as BatchedCall,
      }
      return [
        [id, line],
        [position ?? -1, line],
      ] as const
    }),
  )
}

/** Counts the lines of a batch that were sent, and the calls that wait for it. */
export async function countLines(
  { db, organizationId }: Tenant,
  batchId: string,
): Promise<{ readonly sent: number; readonly waiting: number }> {
  const { rows } = await sql<{ sent: number; waiting: number }>`
    select count(position)::integer as sent,
      count(*) filter (where state = 'waiting')::integer as waiting
    from batch_call where organization_id = ${organizationId} and batch_id = ${batchId}`.execute(db)
  return rows[0] ?? { sent: 0, waiting: 0 }
}

/**
 * Numbers the calls of a batch that still wait, and returns them in this order. In one statement, because a call that is
 * withdrawn meanwhile must not move the numbers of the others.
 */
export async function assignLineNumbers(
  { db, organizationId }: Tenant,
  batchId: string,
): Promise<readonly { readonly id: string; readonly body: string }[]> {
  const { rows } = await sql<{ id: string; body: string | null; position: number | null }>`
    with line as (
      select id, case when state = 'waiting' then
        row_number() over (partition by state order by created_at, id) - 1 end as place
      from (
        select id, state, created_at from batch_call
        where organization_id = ${organizationId} and batch_id = ${batchId}
        order by id for update
      ) locked
    )
    update batch_call set position = line.place from line where batch_call.id = line.id
    returning batch_call.id, body, position`.execute(db)
  return rows
    .filter(({ position }) => position !== null)
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
    .map(({ id, body }) => ({ id, body: body ?? '{}' }))
}

/** Marks calls as answered, and returns those that still waited. */
export async function markAnswered(
  { db, organizationId }: Tenant,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .updateTable('batch_call')
    .set({ state: 'answered', body: null, call: null })
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

type SingleCalls = {
  readonly reason: string
  /** The calls of a batch, or those of an adapter that are in none. */
  readonly batchId?: string
  readonly adapterId?: string
  readonly adapterKey?: string
  readonly ids?: readonly string[]
}

const maxReasonLength = 500

/** Lets waiting calls be made like any other call. */
export async function makeSingle(
  { db, organizationId }: Tenant,
  { reason, batchId, adapterId, adapterKey, ids }: SingleCalls,
): Promise<void> {
  let query = db
    .updateTable('batch_call')
    .set({
      state: 'single',
      reason: toStorableText(reason.slice(0, maxReasonLength)),
      body: null,
      call: null,
    })
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'waiting')
  query =
    batchId === undefined
      ? query.where('batch_id', 'is', null)
      : query.where('batch_id', '=', batchId)
  if (adapterId !== undefined) query = query.where('adapter_id', '=', adapterId)
  if (adapterKey !== undefined) query = query.where('adapter_key', '=', adapterKey)
  if (ids) query = query.where('id', 'in', ids)
  await query.execute()
}

/** Lets a call be made like any other call, unless it has been answered meanwhile; returns whether it still waited. */
export async function makeOverdueCallSingle(
  { db, organizationId }: Tenant,
  callKey: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('batch_call')
    .set({ state: 'single', reason: 'The deadline has passed.', body: null, call: null })
    .where('organization_id', '=', organizationId)
    .where('call_key', '=', callKey)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Lets nothing wait any more for the runs of an execution that was stopped. */
export async function withdrawBatchCalls(
  { db, organizationId }: Tenant,
  executionId: string,
): Promise<void> {
  await db
    .updateTable('batch_call')
    .set({ state: 'single', reason: 'The run was stopped.', body: null, call: null })
    .where('organization_id', '=', organizationId)
    .where('execution_id', '=', executionId)
    .where('state', '=', 'waiting')
    .execute()
}

export type BatchSummary = {
  readonly calls: number
  readonly answered: number
  readonly waiting: number
  readonly single: number
  /** Calls that wait and were sent to their service. */
  readonly sent: number
}

/** Counts the calls of an execution that were meant for batches. */
export async function summarizeBatchCalls(
  { db, organizationId }: Tenant,
  executionId: string,
): Promise<BatchSummary> {
  const { rows } = await sql<BatchSummary>`
    select count(*)::integer as calls,
      count(*) filter (where c.state = 'answered')::integer as answered,
      count(*) filter (where c.state = 'waiting')::integer as waiting,
      count(*) filter (where c.state = 'single')::integer as single,
      count(*) filter (where c.state = 'waiting' and b.service_id is not null)::integer as sent
    from batch_call c left join model_batch b on b.id = c.batch_id
    where c.organization_id = ${organizationId} and c.execution_id = ${executionId}`.execute(db)
  return rows[0] ?? { calls: 0, answered: 0, waiting: 0, single: 0, sent: 0 }
}

/** Deletes calls and batches that are older than any deadline. */
export async function deleteOldBatchCalls(
  { db, organizationId }: Tenant,
  olderThan: Date,
): Promise<void> {
  await db
    .deleteFrom('batch_call')
    .where('organization_id', '=', organizationId)
    .where('created_at', '<', olderThan)
    .execute()
  await db
    .deleteFrom('model_batch')
    .where('organization_id', '=', organizationId)
    .where('created_at', '<', olderThan)
    .execute()
}

export async function deleteBatchCallsOf(
  { db, organizationId }: Tenant,
  executionIds: readonly string[],
): Promise<void> {
  if (executionIds.length === 0) return
  await db
    .deleteFrom('batch_call')
    .where('organization_id', '=', organizationId)
    .where('execution_id', 'in', executionIds)
    .execute()
}
