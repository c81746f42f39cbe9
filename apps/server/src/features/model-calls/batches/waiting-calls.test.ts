import { randomUUID } from 'node:crypto'
import { omitUndefined } from '@recto/omit-undefined'
import type { LlmBatches } from '@recto/provider-spec/llm'
import { type CannedBatchServer, startCannedBatchServer } from '@recto/testkit/canned-batch-server'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { JobAsleepError } from '../../../platform/work/jobs.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { openLlm } from '../../adapters/adapters.port.ts'
import {
  type BatchedCall,
  insertBatchCall,
  makeOverdueCallSingle,
  withdrawBatchCalls,
} from './batch-calls.store.ts'
import { gatherBatches } from './gather-batches.ts'
import { openAdapterOfCalls } from './open-adapter-of-calls.ts'
import { runBatch } from './run-batch.ts'
import { sweepCalls } from './sweep-calls.ts'

const providers = {
  OpenAI: 'openai|502ecf49-e47c-445c-9907-6d4b90c5cd17',
  Anthropic: 'anthropic|90ebd4cd-2f19-4cef-a884-9eeb6ac0f203',
}
const hour = 3600

let model: CannedModelServer
let service: CannedBatchServer
let server: TestServer
let ctx: Context
let tenant: Tenant
let adapterId: string
let count = 0

beforeAll(async () => {
  model = await startCannedModelServer({ reply: () => 'a reply' })
  server = await startServer({
    env: { RECTO_BATCH_GATHER_SECONDS: '1', RECTO_BATCH_POLL_SECONDS: '1' },
  })
  const fetch: Context['fetch'] = (address, init) => {
    const { pathname, search } = new URL(address instanceof Request ? address.url : address)
    return globalThis.fetch(new URL(pathname + search, service.url), init)
  }
  const connectorNetwork = { ...server.ctx.connectorNetwork, fetch }
  ctx = { ...server.ctx, fetch, connectorNetwork }
  const { id: organizationId } = await ctx.db
    .selectFrom('organization')
    .select('id')
    .executeTakeFirstOrThrow()
  tenant = { db: ctx.db, organizationId }
})

afterAll(async () => {
  await server?.close()
  await model?.close()
})

beforeEach(async () => {
  service = await startCannedBatchServer(model)
  adapterId = await createAdapter('OpenAI')
  return () => service.close()
})

async function createAdapter(provider: keyof typeof providers): Promise<string> {
  const name = `${provider} ${++count}`
  const { body } = await server.as('admin').post('adapter/', {
    adapter_id: providers[provider],
    adapter_name: name,
    adapter_type: 'LLM',
    adapter_metadata: {
      adapter_name: name,
      model: 'canned',
      api_key: 'sesame',
      input_price: 100,
      output_price: 0,
      ...omitUndefined({ api_base: provider === 'OpenAI' ? `${service.url}/v1` : undefined }),
    },
  })
  return body.id
}

type NewCalls = { readonly seconds?: number; readonly ageSeconds?: number }

/** Stores calls that wait, with their deadline so many seconds ahead. */
async function putOff(number: number, { seconds = 20 * hour, ageSeconds = 60 }: NewCalls = {}) {
  const { key, connection } = await openLlm(ctx, tenant, adapterId)
  const executionId = randomUUID()
  const call: BatchedCall = {
    request: { prompt: 'Which?' },
    reason: 'extraction',
    questionCount: 1,
    isFollowUp: false,
    documentHash: null,
    workflowId: null,
    projectId: null,
  }
  const body = JSON.stringify(await (connection.batches as LlmBatches).toBody({ prompt: 'Which?' }))
  for (let index = 0; index < number; index++) {
    const callKey = randomUUID()
    const owner = { callKey, runId: executionId, executionId, adapterId, adapterKey: key }
    const deadline = new Date(Date.now() + seconds * 1000)
    await insertBatchCall(tenant, { ...owner, body, call, deadline })
    await sql`update batch_call set created_at = created_at - make_interval(secs => ${ageSeconds})
      where call_key = ${callKey}`.execute(ctx.db)
  }
  return executionId
}

/** Runs a step of a job, and returns the seconds until the next one. */
async function runStep(step: Promise<void>): Promise<number> {
  try {
    await step
    return 0
  } catch (error) {
    if (error instanceof JobAsleepError) return error.seconds
    throw error
  }
}

const wakeNobody = async () => {}

const gather = (periodEnd?: number) =>
  runStep(
    gatherBatches(ctx, { organizationId: tenant.organizationId, adapterId, periodEnd }, wakeNobody),
  )

const findBatches = () =>
  ctx.db
    .selectFrom('model_batch')
    .selectAll()
    .where('adapter_id', '=', adapterId)
    .orderBy('deadline')
    .execute()

async function advance(): Promise<number> {
  const [batch] = await findBatches()
  const payload = { organizationId: tenant.organizationId, batchId: batch?.id ?? '' }
  return runStep(runBatch(ctx, payload, { assertHeld: async () => {} }, wakeNobody))
}

const countStates = async () => {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::integer as count from batch_call where adapter_id = ${adapterId}
    group by 1`.execute(ctx.db)
  return Object.fromEntries(rows.map(({ state, count: number }) => [state, number]))
}

test('an outage of the database does not mean that the adapter is gone', async () => {
  const firstCallAt = new Date()
  const absentId = randomUUID()
  expect(
    await openAdapterOfCalls(ctx, tenant, { adapterId: absentId, firstCallAt }),
  ).toBeUndefined()

  const opening = ctx.db.transaction().execute(async (db) => {
    await sql`select 1 / 0`.execute(db).catch(() => undefined)
    return openAdapterOfCalls(ctx, { ...tenant, db }, { adapterId, firstCallAt })
  })

  await expect(opening).rejects.toThrow('transaction is aborted')
})

test('the job that gathers goes on until its period has ended, and later if calls come', async () => {
  await putOff(2)
  const seconds = await gather(Date.now() / 1000 + 100)
  expect(await findBatches()).toHaveLength(1)
  expect(seconds).toBeGreaterThan(60)

  await putOff(1, { ageSeconds: 0 })

  expect(await gather(Date.now() / 1000 - 100)).toBeGreaterThan(0)
  expect(await findBatches()).toHaveLength(1)
})

test('calls that nothing has gathered are found by the sweep', async () => {
  const sweep = async () => {
    const adapterIds: unknown[] = []
    const enqueue: Context['jobs']['enqueue'] = async (_job, payload) => {
      adapterIds.push((payload as { adapterId: string }).adapterId)
    }
    await sweepCalls({ ...ctx, jobs: { ...ctx.jobs, enqueue } })
    return adapterIds
  }
  await putOff(1)
  expect(await sweep()).not.toContain(adapterId)

  await putOff(1, { ageSeconds: 600 })

  expect(await sweep()).toContain(adapterId)
})

test('a call whose deadline has passed does not take others with it, which share batches by deadline', async () => {
  await putOff(1, { seconds: -1 })
  await putOff(2, { seconds: 2 * hour })
  await putOff(3, { seconds: 20 * hour })

  await gather()

  expect(await countStates()).toEqual({ single: 1, waiting: 5 })
  const batches = await findBatches()
  expect(batches).toHaveLength(2)
  expect(batches[1]?.deadline.getTime()).toBeGreaterThan(Date.now() + 19 * hour * 1000)
})

test('an overdue call that was answered just now stays answered, and one that waits is made singly', async () => {
  await putOff(1)
  await gather()
  await advance()
  await advance()
  await putOff(1)
  const calls = await ctx.db
    .selectFrom('batch_call')
    .select(['call_key', 'state'])
    .where('adapter_id', '=', adapterId)
    .orderBy('state')
    .execute()
  expect(calls.map(({ state }) => state)).toEqual(['answered', 'waiting'])

  const results = []
  for (const { call_key } of [...calls, ...calls])
    results.push(await makeOverdueCallSingle(tenant, call_key))

  expect(results).toEqual([false, true, false, false])
  expect(await countStates()).toEqual({ answered: 1, single: 1 })
})

test('a batch of others that was taken for ours is not cancelled', async () => {
  adapterId = await createAdapter('Anthropic')
  service.store.isHeld = true
  await putOff(1)
  await gather()
  const [batch] = await findBatches()
  await sql`update model_batch set send_started_at = now() where id = ${batch?.id}`.execute(ctx.db)
  const foreign = service.store.create({ key: undefined, lines: [{ id: 'theirs', body: {} }] })
  await advance()
  expect((await findBatches())[0]).toMatchObject({ service_id: foreign.id })

  await sql`update model_batch set deadline = now() - interval '1 second'
    where id = ${batch?.id}`.execute(ctx.db)
  await advance()
  expect(foreign.state).toBe('open')
  await sql`update model_batch set deadline = now() - interval '1 hour'
    where id = ${batch?.id}`.execute(ctx.db)
  await advance()

  expect(foreign.state).toBe('open')
  expect(await countStates()).toEqual({ single: 1 })
})

test('what was answered before a run was stopped is counted, and stored for nobody', async () => {
  service.store.isHeld = true
  const executionId = await putOff(2)
  await gather()
  await advance()
  service.store.isHeld = false
  const [batch] = service.store.batches
  await withdrawBatchCalls(tenant, executionId)

  await advance()

  expect(batch?.state).not.toBe('open')
  const { rows } = await sql<{ calls: number; dollars: number }>`
    select count(*)::integer as calls, sum(cost_in_dollars)::float8 as dollars from usage_record
    where execution_id = ${executionId}`.execute(ctx.db)
  expect(rows[0]?.calls).toBe(2)
  expect(rows[0]?.dollars).toBeGreaterThan(0)
  expect(await countStates()).toEqual({ single: 2 })
})

test('after a stop, a batch is cancelled and gets time to end', async () => {
  service.store.isHeld = true
  const executionId = await putOff(2)
  await gather()
  await advance()
  await withdrawBatchCalls(tenant, executionId)

  expect(await advance()).toBeGreaterThan(0)
  expect(service.store.batches[0]?.state).toBe('cancelled')
  expect((await findBatches())[0]?.ended_at).toBeNull()
  await advance()

  expect((await findBatches())[0]?.ended_at).not.toBeNull()
})

test('a service that asks to be left alone for long does not keep calls beyond their deadline', async () => {
  service.sendFaults.push({ status: 429, retryAfterSeconds: 10 * 24 * hour })
  await putOff(1, { seconds: 2 * hour })
  await gather()

  expect(await advance()).toBeLessThanOrEqual(2 * hour)
})

test('a large batch that is more than the service takes is sent in two', async () => {
  service.store.faults.push('exceeds-tokens')
  await putOff(100)
  await gather()
  await advance()
  await advance()

  const batches = await findBatches()

  expect(batches).toMatchObject([{ service_id: null }, { service_id: null }])
  expect(await countStates()).toEqual({ waiting: 100 })
  await advance()
  expect(service.store.batches.map(({ lines }) => lines.length)).toEqual([100, 50])
})
