import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../../../platform/context.ts'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { deleteUnreferencedDocuments, storeBytes } from '../../documents/documents.port.ts'
import { insertUsages } from '../../usage/usage.port.ts'
import { deleteDocumentsJob } from '../executions.jobs.ts'
import { purgeExecutions } from './purge-executions.ts'

let server: TestServer
let tenant: Tenant

beforeAll(async () => {
  server = await startServer()
  const { db } = server.ctx
  const home = db.selectFrom('organization').select('id').where('slug', '=', 'recto')
  tenant = { db, organizationId: (await home.executeTakeFirstOrThrow()).id }
})
afterAll(() => server?.close())

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000)

type ExecutionSpec = {
  readonly content: string
  readonly days: number
  readonly entity?: Tables['execution']['entity']
  readonly status?: Tables['execution']['status']
  readonly isAcknowledged?: boolean
}

/** Inserts an execution with one file, one model call and its usage. */
async function insertExecution(spec: ExecutionSpec): Promise<{ id: string; hash: string }> {
  const { content, days, entity = 'API', status = 'COMPLETED', isAcknowledged = true } = spec
  const { db, organizationId } = tenant
  const id = randomUUID()
  const fileId = randomUUID()
  const adapterId = randomUUID()
  const isFinished = status !== 'EXECUTING'
  const times = { created_at: daysAgo(days), finished_at: isFinished ? daysAgo(days) : null }
  const { hash, size } = await storeBytes(server.ctx, tenant, {
    bytes: Buffer.from(content),
    mimeType: 'text/plain',
  })
  const row = {
    id,
    organization_id: organizationId,
    entity,
    status,
    is_acknowledged: isAcknowledged,
  }
  const plan = { workflow_id: randomUUID(), workflow_name: 'Any', plan: '{}', plan_hash: 'x' }
  await db
    .insertInto('execution')
    .values({ ...row, ...plan, ...times })
    .execute()
  const file = {
    id: fileId,
    execution_id: id,
    file_name: 'a.txt',
    file_size: size,
    file_hash: hash,
  }
  const sharedColumns = { organization_id: organizationId, mime_type: 'text/plain', status }
  await db
    .insertInto('file_execution')
    .values({ ...file, ...sharedColumns, ...times })
    .execute()
  const call = { call_key: `${fileId}/answer`, adapter_id: adapterId, seconds: 1 }
  await db
    .insertInto('model_call')
    .values({
      ...call,
      organization_id: organizationId,
      model: 'canned',
      cost_in_dollars: null,
      request: '{}',
      reply: '{}',
      input_tokens: 1,
      output_tokens: 1,
    })
    .execute()
  const usage = {
    ...call,
    organization_id: organizationId,
    workflow_id: null,
    execution_id: id,
    run_id: fileId,
    usage_type: 'llm',
    llm_usage_reason: 'extraction',
    model_name: 'canned',
    cost_in_dollars: null,
    embedding_tokens: 0,
    prompt_tokens: 1,
    completion_tokens: 1,
    total_tokens: 2,
  } as const
  await insertUsages(tenant, [usage], sql`select 1`)
  const logLine = {
    execution_id: id,
    file_execution_id: fileId,
    level: 'INFO',
    stage: 'TOOL',
  } as const
  await db
    .insertInto('execution_log')
    .values({
      ...logLine,
      id: randomUUID(),
      organization_id: organizationId,
      event_time: daysAgo(days),
      log: 'Read.',
    })
    .execute()
  return { id, hash }
}

const withRetentionDays = (days: number): Context => ({
  ...server.ctx,
  config: { ...server.ctx.config, executionRetentionDays: days },
})

/** Purges, and runs the jobs that delete the documents. */
async function purge(ctx = withRetentionDays(30)): Promise<void> {
  await purgeExecutions(ctx, tenant)
  await deleteLeftDocuments()
}

async function deleteLeftDocuments(): Promise<void> {
  const jobs = await tenant.db
    .updateTable('work_item')
    .set({ state: 'done' })
    .where('kind', '=', deleteDocumentsJob.name)
    .where('state', '=', 'waiting')
    .returning('payload')
    .execute()
  for (const { payload } of jobs)
    await deleteUnreferencedDocuments(server.ctx, deleteDocumentsJob.payload.parse(payload))
}

const exists = async ({ id }: { id: string }) =>
  (await server.as('admin').get(`execution/${id}/`)).status === 200

type CountedTable = 'file_execution' | 'model_call' | 'usage_record' | 'execution_log'

async function count(table: CountedTable): Promise<number> {
  const query = tenant.db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'))
  return (await query.executeTakeFirstOrThrow()).count
}

/** Counts the documents that still exist. */
async function countDocuments(...runs: readonly { hash: string }[]): Promise<number> {
  const query = tenant.db
    .selectFrom('stored_document')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(
      'hash',
      'in',
      runs.map(({ hash }) => hash),
    )
  return (await query.executeTakeFirstOrThrow()).count
}

describe('an old execution', () => {
  test('is kept forever by default', async () => {
    const oldExecution = await insertExecution({ content: 'for ever', days: 9000 })
    await purge(server.ctx)

    expect(server.ctx.config.executionRetentionDays).toBe(0)
    expect(await exists(oldExecution)).toBe(true)
    await purge()
  })

  test('is kept while it runs, and until its caller has fetched the result', async () => {
    const keptExecutions = await Promise.all([
      insertExecution({ content: 'under way', days: 99, status: 'EXECUTING' }),
      insertExecution({ content: 'failed', days: 99, status: 'ERROR', isAcknowledged: false }),
      insertExecution({ content: 'young', days: 29 }),
    ])
    await purge()

    expect(await Promise.all(keptExecutions.map(exists))).toEqual([true, true, true])
    expect(await countDocuments(...keptExecutions)).toBe(3)
  })

  test('is deleted when its caller can no longer fetch the result', async () => {
    const expiredExecution = await insertExecution({
      content: 'never fetched',
      days: 99,
      isAcknowledged: false,
    })
    await purge()

    expect(await exists(expiredExecution)).toBe(false)
  })

  test('is deleted with its files, log, model calls and document, while its usage is kept', async () => {
    const purgedTables = ['file_execution', 'model_call', 'execution_log'] as const
    const countPurged = () => Promise.all(purgedTables.map(count))
    const previousCounts = await countPurged()
    const oldExecution = await insertExecution({ content: 'goes', days: 31 })
    const manualExecution = await insertExecution({
      content: 'too',
      days: 31,
      entity: 'WF',
      status: 'ERROR',
      isAcknowledged: false,
    })
    const usage = await count('usage_record')
    await purge()

    expect(await Promise.all([oldExecution, manualExecution].map(exists))).toEqual([false, false])
    expect(await countPurged()).toEqual(previousCounts)
    expect(await countDocuments(oldExecution, manualExecution)).toBe(0)
    expect(await count('usage_record')).toBe(usage)
  })

  test('leaves a document that a newer execution refers to', async () => {
    const oldExecution = await insertExecution({ content: 'sent twice', days: 31 })
    const youngExecution = await insertExecution({ content: 'sent twice', days: 1 })
    await purge()

    expect([await exists(oldExecution), await exists(youngExecution)]).toEqual([false, true])
    expect(await countDocuments(youngExecution)).toBe(1)
  })
})

describe('a purge', () => {
  test('deletes the remaining documents when it resumes after a crash', async () => {
    const oldExecutions = [
      await insertExecution({ content: 'killed before', days: 31 }),
      await insertExecution({ content: 'killed behind', days: 31 }),
    ]
    // The process is killed after the executions were deleted.
    await purgeExecutions(withRetentionDays(30), tenant)
    expect(await Promise.all(oldExecutions.map(exists))).toEqual([false, false])
    expect(await countDocuments(...oldExecutions)).toBe(2)

    await deleteLeftDocuments()

    expect(await countDocuments(...oldExecutions)).toBe(0)
  })

  test('can run several times concurrently', async () => {
    const oldExecutions = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        insertExecution({ content: `of many ${index}`, days: 31 }),
      ),
    )
    await Promise.all([purge(), purge(), purge()])

    expect((await Promise.all(oldExecutions.map(exists))).some(Boolean)).toBe(false)
    expect(await countDocuments(...oldExecutions)).toBe(0)
  })
})
