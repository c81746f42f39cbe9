import { omitUndefined } from '@recto/omit-undefined'
import { type Selectable, sql } from 'kysely'
import { inTransaction, type Tables, type Tenant } from '../../../platform/db/database.ts'
import { toStorableText } from '../../../platform/db/sql-text.ts'

export type CallRow = Selectable<Tables['destination_call']>

type NewCall = Pick<CallRow, 'idempotency_key' | 'item_number'> & { readonly body: string }

type FileCalls = Pick<
  CallRow,
  'workflow_id' | 'execution_id' | 'file_execution_id' | 'document_key'
> & { readonly calls: readonly NewCall[] }

/**
 * Stores the calls of a file before the first is sent, and returns those that have to be sent, in the order of the
 * items. Calls that an earlier run of the file stored are continued with the body that they had then. If they were all
 * delivered for another run, somebody wants them sent again. Undelivered calls of the same document with other values
 * are replaced.
 */
export async function prepareCalls(
  tenant: Tenant,
  { calls, ...file }: FileCalls,
): Promise<readonly CallRow[]> {
  if (calls.length === 0) return []
  return inTransaction(tenant, async ({ db, organizationId }) => {
    const keys = calls.map(({ idempotency_key }) => idempotency_key)
    const rows = calls.map((call) => ({ ...file, ...call, organization_id: organizationId }))
    await db
      .insertInto('destination_call')
      .values(rows.map((row) => ({ ...row, body: toStorableText(row.body) })))
      .onConflict((conflict) => conflict.constraint('destination_call_key').doNothing())
      .execute()
    await db
      .updateTable('destination_call')
      .set({ state: 'REPLACED', body: null })
      .where('organization_id', '=', organizationId)
      .where('workflow_id', '=', file.workflow_id)
      .where('document_key', '=', file.document_key)
      .where('state', 'in', ['WAITING', 'DEAD'])
      .where('idempotency_key', 'not in', keys)
      .execute()
    const ownCalls = db
      .selectFrom('destination_call')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('idempotency_key', 'in', keys)
    const storedCalls = await ownCalls.forUpdate().execute()
    const isOver = storedCalls.every(({ state }) => state === 'DELIVERED')
    const isOfThisRun = storedCalls.every((row) => row.file_execution_id === file.file_execution_id)
    const bodies = new Map(calls.map(({ idempotency_key, body }) => [idempotency_key, body]))
    const unsentCalls = storedCalls.filter(
      ({ state }) => state !== 'DELIVERED' || (isOver && !isOfThisRun),
    )
    const { execution_id, file_execution_id } = file
    const unsentIds = unsentCalls.map(({ id }) => id)
    await db
      .updateTable('destination_call')
      .set({
        execution_id,
        file_execution_id,
        state: sql`case when id = any(${unsentIds}::uuid[]) then 'WAITING' else state end`,
      })
      .where('organization_id', '=', organizationId)
      .where('idempotency_key', 'in', keys)
      .execute()
    // Few: calls that were delivered or replaced before.
    for (const { id, idempotency_key: key } of unsentCalls.filter(({ body }) => body === null)) {
      await db
        .updateTable('destination_call')
        .set({ body: toStorableText(bodies.get(key) ?? '') })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .execute()
    }
    return ownCalls.where('state', '=', 'WAITING').orderBy('item_number').execute()
  })
}

type Attempt = {
  readonly state: CallRow['state']
  readonly statusCode: number | null
  readonly error: string | null
}

/** Records an attempt. A call that was delivered or replaced stays so. */
export async function recordCallAttempt(
  { db, organizationId }: Tenant,
  id: string,
  { state, statusCode, error }: Attempt,
): Promise<void> {
  await db
    .updateTable('destination_call')
    .set((row) => ({
      state,
      attempts: row('attempts', '+', 1),
      status_code: statusCode,
      last_error: error && toStorableText(error).slice(0, 1000),
      last_attempt_at: sql<Date>`now()`,
      ...omitUndefined({ body: state === 'DELIVERED' ? null : undefined }),
    }))
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', 'in', ['WAITING', 'DEAD'])
    .execute()
}

/** A call that waits for a file that has ended is not sent any more, for example because the run was stopped. */
const currentState = sql<CallRow['state']>`case
  when destination_call.state = 'WAITING' and file.status in ('ERROR', 'STOPPED') then 'DEAD'
  else destination_call.state end`

export type ListedCall = Omit<CallRow, 'body' | 'document_key' | 'organization_id'> & {
  readonly file_name: string
}

const listedCalls = ({ db, organizationId }: Tenant) =>
  db
    .selectFrom('destination_call')
    .innerJoin('file_execution as file', 'file.id', 'destination_call.file_execution_id')
    .where('destination_call.organization_id', '=', organizationId)

/** Whether an execution sends calls. */
export async function hasCalls(
  { db, organizationId }: Tenant,
  executionId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('destination_call')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('execution_id', '=', executionId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type CallFilter = {
  readonly executionId: string
  readonly state: CallRow['state'] | undefined
  readonly page: number
  readonly pageSize: number
}

/** Returns a page of the calls of an execution, those of a file after each other. */
export async function pageOfCalls(
  tenant: Tenant,
  { executionId, state, page, pageSize }: CallFilter,
): Promise<{ readonly count: number; readonly rows: readonly ListedCall[] }> {
  let query = listedCalls(tenant).where('destination_call.execution_id', '=', executionId)
  if (state) query = query.where(currentState, '=', state)
  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await query
    .select([
      'destination_call.id',
      'destination_call.workflow_id',
      'destination_call.execution_id',
      'destination_call.file_execution_id',
      'destination_call.idempotency_key',
      'destination_call.item_number',
      currentState.as('state'),
      'destination_call.attempts',
      'destination_call.status_code',
      'destination_call.last_error',
      'destination_call.created_at',
      'destination_call.last_attempt_at',
      'file.file_name',
    ])
    .orderBy('file.position')
    .orderBy('destination_call.file_execution_id')
    .orderBy('destination_call.item_number')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { count, rows }
}

type CallKey = { readonly executionId: string; readonly id: string }

export async function hasCall(tenant: Tenant, { executionId, id }: CallKey): Promise<boolean> {
  const row = await listedCalls(tenant)
    .select('destination_call.id')
    .where('destination_call.id', '=', id)
    .where('destination_call.execution_id', '=', executionId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Finds the file of a call that was given up, and locks the file, so that two requests do not send the call twice. Call
 * it in a transaction.
 */
export async function lockFileOfDeadCall(
  tenant: Tenant,
  { executionId, id }: CallKey,
): Promise<string | undefined> {
  const row = await listedCalls(tenant)
    .select('file.id')
    .where('destination_call.id', '=', id)
    .where('destination_call.execution_id', '=', executionId)
    .where('file.status', 'in', ['ERROR', 'STOPPED'])
    .where('destination_call.state', 'in', ['WAITING', 'DEAD'])
    .forUpdate()
    .executeTakeFirst()
  return row?.id
}

type Handover = { readonly fileId: string; readonly executionId: string }

/** Gives the calls of a file to its newer run in another execution. */
export async function moveCalls(
  { db, organizationId }: Tenant,
  { fileId, executionId }: Handover,
): Promise<void> {
  await sql`
    update destination_call set execution_id = file.execution_id, file_execution_id = file.id,
      state = case when state = 'DEAD' then 'WAITING' else state end
    from file_execution file
    where destination_call.organization_id = ${organizationId}
      and destination_call.file_execution_id = ${fileId}
      and file.organization_id = ${organizationId} and file.execution_id = ${executionId}`.execute(
    db,
  )
}
