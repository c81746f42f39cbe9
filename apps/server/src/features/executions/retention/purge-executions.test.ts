import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../../../platform/context.ts'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import type { Durable } from '../../../platform/jobs/jobs.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { storeBytes } from '../../documents/documents.port.ts'
import { insertUsages } from '../../usage/usage.port.ts'
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

type Wanted = {
  readonly content: string
  readonly days: number
  readonly entity?: Tables['execution']['entity']
  readonly status?: Tables['execution']['status']
  readonly isAcknowledged?: boolean
}

/** An execution with one file, one model call and its usage. */
async function run(wanted: Wanted): Promise<{ id: string; hash: string }> {
  const { content, days, entity = 'API', status = 'COMPLETED', isAcknowledged = true } = wanted
  const { db, organizationId } = tenant
  const [id, fileId, adapterId] = [randomUUID(), randomUUID(), randomUUID()]
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
  const shared = { organization_id: organizationId, mime_type: 'text/plain', status }
  await db
    .insertInto('file_execution')
    .values({ ...file, ...shared, ...times })
    .execute()
  const call = { call_key: `${fileId}/answer`, adapter_id: adapterId, seconds: 1 }
  await db
    .insertInto('model_call')
    .values({
      ...{ ...call, organization_id: organizationId, model: 'canned', cost_in_dollars: null },
      ...{ request: '{}', reply: '{}', input_tokens: 1, output_tokens: 1 },
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
  const line = {
    execution_id: id,
    file_execution_id: fileId,
    level: 'INFO',
    stage: 'TOOL',
  } as const
  await db
    .insertInto('execution_log')
    .values({
      ...{ ...line, id: randomUUID(), organization_id: organizationId },
      ...{ event_time: daysAgo(days), log: 'Read.' },
    })
    .execute()
  return { id, hash }
}

/** Keeps the results of steps, as a job that is started again finds them. */
function durable(results: unknown[] = []): Durable {
  let next = 0
  return {
    jobId: 'by-hand',
    async step(_, act) {
      const at = next++
      if (at >= results.length) results.push(await act({ cancelled: new AbortController().signal }))
      return results[at] as Awaited<ReturnType<typeof act>>
    },
    everyTime: (_, act) => act(),
  }
}

const keeping = (days: number): Context => ({
  ...server.ctx,
  config: { ...server.ctx.config, keepExecutionsDays: days },
})

const purge = (ctx = keeping(30), job = durable()) => purgeExecutions(ctx, tenant, job)

const isThere = async ({ id }: { id: string }) =>
  (await server.as('admin').get(`execution/${id}/`)).status === 200

type Counted = 'file_execution' | 'model_call' | 'usage_record' | 'execution_log'

async function count(table: Counted): Promise<number> {
  const query = tenant.db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'))
  return (await query.executeTakeFirstOrThrow()).count
}

/** How many of the documents are still there. */
async function documentsOf(...runs: readonly { hash: string }[]): Promise<number> {
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
  test('is kept for ever unless the installation says how long', async () => {
    const old = await run({ content: 'for ever', days: 9000 })
    await purge(server.ctx)

    expect(server.ctx.config.keepExecutionsDays).toBe(0)
    expect(await isThere(old)).toBe(true)
    await purge()
  })

  test('is kept while it is under way, or its caller has not fetched the result', async () => {
    const kept = await Promise.all([
      run({ content: 'under way', days: 99, status: 'EXECUTING' }),
      run({ content: 'not fetched', days: 99, isAcknowledged: false }),
      run({ content: 'young', days: 29 }),
    ])
    await purge()

    expect(await Promise.all(kept.map(isThere))).toEqual([true, true, true])
    expect(await documentsOf(...kept)).toBe(3)
  })

  test('goes with its files, lines, model calls and document, and what it cost stays', async () => {
    const going = ['file_execution', 'model_call', 'execution_log'] as const
    const countGoing = () => Promise.all(going.map(count))
    const before = await countGoing()
    const old = await run({ content: 'goes', days: 31 })
    const byHand = await run({
      content: 'too',
      days: 31,
      entity: 'WF',
      status: 'ERROR',
      isAcknowledged: false,
    })
    const usage = await count('usage_record')
    await purge()

    expect(await Promise.all([old, byHand].map(isThere))).toEqual([false, false])
    expect(await countGoing()).toEqual(before)
    expect(await documentsOf(old, byHand)).toBe(0)
    expect(await count('usage_record')).toBe(usage)
  })

  test('leaves a document that a younger one refers to', async () => {
    const old = await run({ content: 'sent twice', days: 31 })
    const young = await run({ content: 'sent twice', days: 1 })
    await purge()

    expect([await isThere(old), await isThere(young)]).toEqual([false, true])
    expect(await documentsOf(young)).toBe(1)
  })
})

describe('a purge', () => {
  test('that is killed leaves no document behind when it goes on', async () => {
    const old = [
      await run({ content: 'killed before', days: 31 }),
      await run({ content: 'killed behind', days: 31 }),
    ]
    const results: unknown[] = []
    const { files } = server.ctx
    const dying = { ...files, delete: () => Promise.reject(new Error('Killed.')) }

    const killed = purge({ ...keeping(30), files: dying }, durable(results))
    await expect(killed).rejects.toThrow('Killed')
    expect(await Promise.all(old.map(isThere))).toEqual([false, false])
    expect(await documentsOf(...old)).toBe(1)
    await purge(keeping(30), durable(results))

    expect(await documentsOf(...old)).toBe(0)
  })

  test('may run several times at once', async () => {
    const old = await Promise.all(
      Array.from({ length: 20 }, (_, index) => run({ content: `of many ${index}`, days: 31 })),
    )
    await Promise.all([purge(), purge(), purge()])

    expect((await Promise.all(old.map(isThere))).some(Boolean)).toBe(false)
    expect(await documentsOf(...old)).toBe(0)
  })
})
