import { type Insertable, type Selectable, sql } from 'kysely'
import { inTransaction, type Tables, type Tenant } from '../../../platform/db/database.ts'
import { toStorableText } from '../../../platform/db/sql-text.ts'

export type CallRow = Selectable<Tables['destination_call']>

type NewCall = Pick<CallRow, 'item_number'> & {
  readonly body: string
  readonly content_digest: string
  readonly createKey: (revision: number) => string
  /** The key that an earlier version gave the call. */
  readonly earlierKey: string
}

const stateColumns = [
  'id',
  'item_number',
  'state',
  'attempts',
  'last_error',
  'content_digest',
  'revision',
  'idempotency_key',
  'file_execution_id',
] as const

/** A call without its body, which may be large. */
type CallState = Pick<CallRow, (typeof stateColumns)[number]>

type FileRef = Pick<CallRow, 'workflow_id' | 'execution_id' | 'file_execution_id' | 'document_key'>
type FileCalls = FileRef & { readonly calls: readonly NewCall[] }

type PreparedCalls = {
  /** Whether a later run has calls of the document, so that this one must send none. */
  readonly isSuperseded: boolean
  /** The calls that have to be sent: first those with fewer attempts, so that one that fails does not hold up the others. */
  readonly waitingCalls: readonly CallRow[]
  /** The reasons for which the receiver has refused other calls of this run. */
  readonly refusals: readonly string[]
}

/**
 * Stores the calls of a file before the first is sent. A call with the content of the item's last call is that one, with
 * its key and body; other content is a new call, which replaces calls that were not delivered. If all calls were
 * delivered for another run, somebody wants them sent again. Of two runs of a document, the later one wins.
 */
export async function prepareCalls(
  tenant: Tenant,
  { calls, ...file }: FileCalls,
): Promise<PreparedCalls> {
  return inTransaction(tenant, async (transaction) => {
    const { db } = transaction
    await sql`select pg_advisory_xact_lock(hashtextextended(${file.document_key}, 0))`.execute(db)
    const isSuperseded = await hasCallsOfLaterRun(transaction, file)
    const ownCalls = isSuperseded ? [] : await storeCalls(transaction, file, calls)
    await replaceOtherCalls(transaction, file, { ownCalls, isSuperseded })
    if (isSuperseded) return { isSuperseded, waitingCalls: [], refusals: [] }
    const { waitingCalls, refusals } = await takeOverCalls(transaction, file, ownCalls)
    return {
      isSuperseded,
      waitingCalls: await restoreBodies(transaction, waitingCalls, calls),
      refusals,
    }
  })
}

/** Stores the bodies that an earlier version has removed from delivered calls. */
async function restoreBodies(
  { db, organizationId }: Tenant,
  rows: readonly CallRow[],
  calls: readonly NewCall[],
): Promise<readonly CallRow[]> {
  const bodies = new Map(calls.map(({ item_number, body }) => [item_number, body]))
  const completeRows: CallRow[] = []
  for (const row of rows) {
    const body = row.body ?? toStorableText(bodies.get(row.item_number) ?? '')
    completeRows.push({ ...row, body })
    if (row.body !== null) continue
    await db
      .updateTable('destination_call')
      .set({ body })
      .where('organization_id', '=', organizationId)
      .where('id', '=', row.id)
      .execute()
  }
  return completeRows
}

async function hasCallsOfLaterRun(
  { db, organizationId }: Tenant,
  { document_key, execution_id }: FileRef,
): Promise<boolean> {
  const row = await db
    .selectFrom('destination_call')
    .innerJoin('execution as later', 'later.id', 'destination_call.execution_id')
    .innerJoin('execution as own', (join) =>
      join.on('own.id', '=', execution_id).onRef('later.created_at', '>', 'own.created_at'),
    )
    .select('destination_call.id')
    .where('destination_call.organization_id', '=', organizationId)
    .where('destination_call.document_key', '=', document_key)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the calls with their states, and inserts those that are new. */
async function storeCalls(
  tenant: Tenant,
  file: FileRef,
  calls: readonly NewCall[],
): Promise<readonly CallState[]> {
  const { db, organizationId } = tenant
  const statesByItem = Map.groupBy(
    await listCallsOfDocument(tenant, file),
    ({ item_number }) => item_number,
  )
  const storedCalls: CallState[] = []
  const newRows: Insertable<Tables['destination_call']>[] = []
  for (const { createKey, earlierKey, ...call } of calls) {
    const states = statesByItem.get(call.item_number) ?? []
    const last = states.findLast(isKnownToReceiver)
    const isSame =
      last?.content_digest === call.content_digest ||
      (last?.content_digest === null && last.idempotency_key === earlierKey)
    if (last && isSame) {
      storedCalls.push(last)
      continue
    }
    const revision = (states.at(-1)?.revision ?? 0) + 1
    newRows.push({
      ...file,
      ...call,
      organization_id: organizationId,
      idempotency_key: createKey(revision),
      revision,
      body: toStorableText(call.body),
    })
  }
  if (newRows.length === 0) return storedCalls
  const insertedCalls = await db
    .insertInto('destination_call')
    .values(newRows)
    .returning(stateColumns)
    .execute()
  return [...storedCalls, ...insertedCalls]
}

/** Whether the receiver may have got a call: all except those that were replaced before their first attempt. */
const isKnownToReceiver = ({ state, attempts }: CallState): boolean =>
  state !== 'REPLACED' || attempts > 0

/** Lists all calls of the document, the oldest revision of an item first. */
const listCallsOfDocument = (
  { db, organizationId }: Tenant,
  { document_key }: FileRef,
): Promise<CallState[]> =>
  db
    .selectFrom('destination_call')
    .select(stateColumns)
    .where('organization_id', '=', organizationId)
    .where('document_key', '=', document_key)
    .orderBy('item_number')
    .orderBy('revision')
    .orderBy('created_at')
    .execute()

type Replacement = { readonly ownCalls: readonly CallState[]; readonly isSuperseded: boolean }

/** Replaces the undelivered calls of the document with other content; of a superseded run, those of that run. */
async function replaceOtherCalls(
  { db, organizationId }: Tenant,
  { document_key, execution_id }: FileRef,
  { ownCalls, isSuperseded }: Replacement,
): Promise<void> {
  const ownIds = ownCalls.map(({ id }) => id)
  let update = db
    .updateTable('destination_call')
    .set({ state: 'REPLACED' })
    .where('organization_id', '=', organizationId)
    .where('document_key', '=', document_key)
    .where('state', 'in', ['WAITING', 'DEAD'])
    .where(sql<boolean>`id <> all(${ownIds}::uuid[])`)
  if (isSuperseded) update = update.where('execution_id', '=', execution_id)
  await update.execute()
}

/** Makes the calls those of this run. Calls that were refused in this run are not sent again. */
async function takeOverCalls(
  { db, organizationId }: Tenant,
  { execution_id, file_execution_id }: FileRef,
  calls: readonly CallState[],
): Promise<Pick<PreparedCalls, 'waitingCalls' | 'refusals'>> {
  const isOfThisRun = (call: CallState) => call.file_execution_id === file_execution_id
  const isSentAgain = calls.every(({ state }) => state === 'DELIVERED') && !calls.every(isOfThisRun)
  const refusedCalls = calls.filter((call) => call.state === 'DEAD' && isOfThisRun(call))
  const settledIds = new Set(refusedCalls.map(({ id }) => id))
  if (!isSentAgain) {
    for (const { id, state } of calls) if (state === 'DELIVERED') settledIds.add(id)
  }
  const ids = calls.map(({ id }) => id)
  const waitingIds = ids.filter((id) => !settledIds.has(id))
  const waitingCalls = await db
    .updateTable('destination_call')
    .set({
      execution_id,
      file_execution_id,
      state: sql`case when id = any(${waitingIds}::uuid[]) then 'WAITING' else state end`,
    })
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .returningAll()
    .execute()
  return {
    waitingCalls: waitingCalls
      .filter(({ state }) => state === 'WAITING')
      .toSorted((a, b) => a.attempts - b.attempts || a.item_number - b.item_number),
    refusals: refusedCalls.map(({ last_error }) => last_error ?? ''),
  }
}

type CallOfRun = { readonly id: string; readonly executionId: string }

/**
 * Counts an attempt right before it is made. Says why the call must not be sent, if so: a later run has replaced it, or
 * the execution was stopped.
 */
export async function beginAttempt(
  { db, organizationId }: Tenant,
  { id, executionId }: CallOfRun,
): Promise<'begun' | 'replaced' | 'stopped'> {
  const { rows } = await sql<{ isStopped: boolean; isBegun: boolean }>`
    with run as (
      select id, status = 'STOPPED' as is_stopped from execution
      where organization_id = ${organizationId} and id = ${executionId}
    ),
    begun as (
      update destination_call call set attempts = call.attempts + 1, last_attempt_at = now()
      from run
      where call.organization_id = ${organizationId} and call.id = ${id}
        and call.execution_id = run.id and call.state = 'WAITING' and not run.is_stopped
      returning call.id
    )
    select is_stopped as "isStopped", exists (select from begun) as "isBegun" from run`.execute(db)
  const [row] = rows
  if (row?.isBegun) return 'begun'
  return row && !row.isStopped ? 'replaced' : 'stopped'
}

type AttemptOutcome = {
  readonly state: 'WAITING' | 'DELIVERED' | 'DEAD'
  readonly statusCode: number | null
  readonly error: string | null
}

/** Records the outcome of an attempt. A call that was delivered stays so, also if a later run has replaced it. */
export async function recordOutcome(
  { db, organizationId }: Tenant,
  { id, executionId }: CallOfRun,
  { state, statusCode, error }: AttemptOutcome,
): Promise<void> {
  let update = db
    .updateTable('destination_call')
    .set({
      state,
      status_code: statusCode,
      last_error: error && toStorableText(error).slice(0, 1000),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
  if (state !== 'DELIVERED') {
    update = update.where('state', '=', 'WAITING').where('execution_id', '=', executionId)
  }
  await update.execute()
}

/** A call that waits for a file that has ended is not sent any more, for example because the run was stopped. */
const currentState = sql<CallRow['state']>`case
  when destination_call.state = 'WAITING' and file.status in ('ERROR', 'STOPPED') then 'DEAD'
  else destination_call.state end`

export type ListedCall = Omit<
  CallRow,
  'body' | 'content_digest' | 'document_key' | 'organization_id' | 'revision'
> & {
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
