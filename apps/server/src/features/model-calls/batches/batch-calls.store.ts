import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import { toStorableJson, toStorableText } from '../../../platform/db/sql-text.ts'

/** The record of a call needs this besides its reply. */
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

/** Inserts a call that waits, unless its key is known, and returns the time by the clock of the database. */
export async function insertBatchCall(
  { db, organizationId }: Tenant,
  { body, call, ...newCall }: NewBatchCall,
): Promise<Date | undefined> {
  const row = await db
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
    .returning('created_at')
    .executeTakeFirst()
  return row?.created_at
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

export type RecordableLine = {
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

/** The condition of calls that were withdrawn from a batch, and whose replies are only counted. */
const isWithdrawn = sql<boolean>`state = 'single' and call is not null`

const isRecordable = sql<boolean>`(state = 'waiting' or ${isWithdrawn})`

/** Finds calls of a batch whose replies are to be stored. */
export async function findRecordableLines(
  { db, organizationId }: Tenant,
  batchId: string,
  references: LineReferences,
): Promise<ReadonlyMap<string | number, RecordableLine>> {
  const rows = await db
    .selectFrom('batch_call')
    .select(['id', 'position', 'call_key', 'run_id', 'execution_id', 'call'])
    .where('organization_id', '=', organizationId)
    .where('batch_id', '=', batchId)
    .where(isRecordable)
    .where(isReferred(references))
    .execute()
  return new Map<string | number, RecordableLine>(
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

export type BatchLineCounts = {
  readonly sent: number
  readonly waiting: number
  /** Calls that were withdrawn, and whose replies are only counted. */
  readonly withdrawn: number
}

/** Counts the lines of a batch that were sent, and the calls that wait for it. */
export async function countLines(
  { db, organizationId }: Tenant,
  batchId: string,
): Promise<BatchLineCounts> {
  const { rows } = await sql<BatchLineCounts>`
    select count(position)::integer as sent,
      count(*) filter (where state = 'waiting')::integer as waiting,
      count(*) filter (where ${isWithdrawn})::integer as withdrawn
    from batch_call where organization_id = ${organizationId} and batch_id = ${batchId}`.execute(db)
  return rows[0] ?? { sent: 0, waiting: 0, withdrawn: 0 }
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

/**
 * Marks calls as answered, and returns those whose replies are to be stored. A call that was withdrawn stays so. Rows are
 * locked in the order of their ids, because others change several of them at the same time.
 */
export async function markAnswered(
  { db, organizationId }: Tenant,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    update batch_call set state = case state when 'waiting' then 'answered' else state end,
      body = null, call = null
    where id in (
      select id from batch_call
      where organization_id = ${organizationId} and id = any(${ids}::uuid[]) and ${isRecordable}
      order by id for update
    )
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

type SingleCalls = {
  readonly batchId: string
  readonly reason: string
  /** All calls of the batch by default. */
  readonly ids?: readonly string[]
}

const maxReasonLength = 500

/** Lets waiting calls of a batch be made like any other call. */
export async function makeSingle(
  { db, organizationId }: Tenant,
  { reason, batchId, ids }: SingleCalls,
): Promise<void> {
  const isMeant = ids ? sql`id = any(${ids}::uuid[])` : sql`true`
  await sql`
    update batch_call set state = 'single', body = null, call = null,
      reason = ${toStorableText(reason.slice(0, maxReasonLength))}
    where id in (
      select id from batch_call
      where organization_id = ${organizationId} and batch_id = ${batchId} and state = 'waiting' and ${isMeant}
      order by id for update
    )`.execute(db)
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

/**
 * Lets nothing wait any more for the runs of an execution that was stopped. What describes calls of a batch is kept until it
 * ends, because their replies may already have been paid for.
 */
export async function withdrawBatchCalls(
  { db, organizationId }: Tenant,
  executionId: string,
): Promise<void> {
  await sql`
    update batch_call set state = 'single', reason = 'The run was stopped.', body = null,
      call = case when batch_id is not null then call end
    where id in (
      select id from batch_call
      where organization_id = ${organizationId} and execution_id = ${executionId} and state = 'waiting'
      order by id for update
    )`.execute(db)
}

/** Deletes the records of the withdrawn calls of a batch, whose usage is counted by now. */
export async function deleteWithdrawnRecords(
  { db, organizationId }: Tenant,
  batchId: string,
): Promise<void> {
  await sql`
    update batch_call set call = null
    where id in (
      select id from batch_call
      where organization_id = ${organizationId} and batch_id = ${batchId} and ${isWithdrawn}
      order by id for update
    )`.execute(db)
}

/** Moves the second half of the waiting calls of a batch into a new one, and returns its id. */
export async function splitBatch(
  { db, organizationId }: Tenant,
  batchId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    with waiting as (
      select id, created_at from batch_call
      where organization_id = ${organizationId} and batch_id = ${batchId} and state = 'waiting'
      order by id for update
    ),
    half as (
      select id from (select id, ntile(2) over (order by created_at, id) as half from waiting) halves
      where half = 2
    ),
    made as (
      insert into model_batch (organization_id, adapter_id, adapter_key, deadline, polls)
      select organization_id, adapter_id, adapter_key, deadline, polls + 1 from model_batch
      where organization_id = ${organizationId} and id = ${batchId} and exists (select from half)
      returning id
    ),
    moved as (
      update batch_call set batch_id = made.id, position = null from half, made
      where batch_call.id = half.id
    )
    select id from made`.execute(db)
  return rows[0]?.id
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
