import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  batchHeader,
  type CannedBatchServer,
  startCannedBatchServer,
} from '@recto/testkit/canned-batch-server'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeFolderFlow, untilEnded } from '../../testing/make-pipeline.ts'
import { makeTool } from '../../testing/make-tool.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

const openai = 'openai|502ecf49-e47c-445c-9907-6d4b90c5cd17'
const documentCount = 6
const fields = [
  { key: 'number', prompt: 'Which order number?' },
  { key: 'buyer', prompt: 'Which buyer?' },
]

let model: CannedModelServer
let service: CannedBatchServer
let server: TestServer
let ada: Person
let folder: string
let count = 0

const order = (number: number) => `Order ${number}\nBuyer: Company ${number}\n`

function answer({ prompt }: { readonly prompt: string }): string {
  const number = /Order (\d+)/.exec(prompt)?.[1] ?? ''
  return prompt.includes('Which order number?') ? number : `Company ${number}`
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-batches-'))
  model = await startCannedModelServer({ reply: answer })
  service = await startCannedBatchServer(model)
  server = await startServer({
    worker: true,
    env: {
      RECTO_CONNECTOR_FOLDERS: folder,
      RECTO_BATCH_GATHER_SECONDS: '1',
      RECTO_BATCH_POLL_SECONDS: '1',
    },
  })
  ada = server.as('admin')
})

beforeEach(() => {
  service.store.isHeld = false
  service.store.faults.splice(0)
  service.sendFaults.splice(0)
})

afterAll(async () => {
  await server?.close()
  await service?.close()
  await model?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Starts a pipeline over orders whose calls may wait. */
async function startPipeline({ isCheaper = true } = {}) {
  const name = `Orders ${++count}`
  const source = join(folder, name)
  await mkdir(source)
  for (let number = 1; number <= documentCount; number++)
    await writeFile(join(source, `order-${number}.txt`), order(count * 100 + number))
  const settings = {
    adapter_name: name,
    api_base: `${service.url}/v1`,
    model: 'canned',
    api_key: 'sesame',
    max_retries: 0,
    input_price: 100,
    output_price: 0,
  }
  const { body: adapter } = await ada.post('adapter/', {
    adapter_id: openai,
    adapter_name: name,
    adapter_type: 'LLM',
    adapter_metadata: settings,
  })
  const sample = { name: `${name}.txt`, content: `Order ${name}` }
  const { toolId } = await makeTool(ada, { name, fields, sample, llmId: adapter.id })
  const workflow = await makeFolderFlow(ada, name, { toolId, folder: source })
  const { body: pipeline } = await ada.post('pipeline/', {
    pipeline_name: name,
    workflow,
    pipeline_type: 'TASK',
    cheaper_within_24_hours: isCheaper,
  })
  expect(pipeline).toMatchObject({ cheaper_within_24_hours: isCheaper })
  const firstRequest = model.requests.length
  const firstBatch = service.store.batches.length
  const { body } = await ada.post('pipeline/execute/', { pipeline_id: pipeline.id })
  const executionId = body.execution.execution_id as string
  const readState = async () => (await ada.get(`execution/${executionId}/`)).body
  const readReadingTime = async () => {
    const { stages } = await readState()
    return stages.find(({ stage }: { readonly stage: string }) => stage === 'read')
  }
  const requests = () => {
    const all = model.requests.slice(firstRequest)
    const fromBatches = all.filter(({ headers }) => headers[batchHeader] !== undefined)
    return { batched: fromBatches.length, single: all.length - fromBatches.length }
  }
  const batches = () => service.store.batches.slice(firstBatch)
  const changeAdapter = (changes: object) =>
    ada.patch(`adapter/${adapter.id}/`, { adapter_metadata: { ...settings, ...changes } })
  return { executionId, readState, readReadingTime, requests, batches, changeAdapter }
}

async function expectAllRight(executionId: string, number = count) {
  const { body } = await ada.get(`execution/${executionId}/files/?page_size=100`)
  expect(body.results.map((file: { status: string }) => file.status)).toEqual(
    Array.from({ length: documentCount }, () => 'COMPLETED'),
  )
  const { rows } = await sql<{ output: unknown }>`
    select result->'output' as output from file_execution where execution_id = ${executionId}
    order by file_name`.execute(server.ctx.db)
  expect(rows.map(({ output }) => output)).toEqual(
    Array.from({ length: documentCount }, (_, index) => ({
      number: `${number * 100 + index + 1}`,
      buyer: `Company ${number * 100 + index + 1}`,
    })),
  )
}

async function readUsage(executionId: string) {
  const { rows } = await sql<{ calls: number; dollars: number; saved: number; input: number }>`
    select count(*)::int as calls, sum(cost_in_dollars)::float8 as dollars,
      sum(saved_by_batch)::float8 as saved, sum(prompt_tokens)::int as input
    from usage_record where execution_id = ${executionId}`.execute(server.ctx.db)
  return rows[0]!
}

const callCount = documentCount * fields.length
const untilWaiting = (readState: () => Promise<{ batch?: { sent_calls: number } }>) =>
  expect.poll(async () => (await readState()).batch?.sent_calls).toBe(callCount)

test('calls of a pipeline that is cheaper wait in one batch, cost half, and the run says so', async () => {
  service.store.isHeld = true
  const run = await startPipeline()
  await untilWaiting(run.readState)
  expect(await run.readState()).toMatchObject({
    status: 'EXECUTING',
    batch: { calls: callCount, answered_calls: 0, waiting_calls: callCount, single_calls: 0 },
  })
  await expect.poll(run.readReadingTime).toMatchObject({ files: documentCount })
  await sql`
    update file_execution set stage_seconds = jsonb_set(stage_seconds, '{read}', '1000')
    where execution_id = ${run.executionId}`.execute(server.ctx.db)
  service.store.isHeld = false

  const execution = await untilEnded(ada, run.executionId)

  await expectAllRight(run.executionId)
  // The run after the batch takes the texts from the store, and adds next to nothing.
  expect((await run.readReadingTime()).seconds).toBeGreaterThanOrEqual(documentCount * 1000)
  expect(run.batches().map(({ lines }) => lines.length)).toEqual([callCount])
  expect(run.requests()).toEqual({ batched: callCount, single: 0 })
  const { calls, dollars, saved: savedDollars, input } = await readUsage(run.executionId)
  expect(calls).toBe(callCount)
  expect(dollars).toBeCloseTo((input * 50) / 1e6, 9)
  expect(savedDollars).toBeCloseTo(dollars, 9)
  expect(execution.batch).toMatchObject({ answered_calls: callCount, waiting_calls: 0 })
  expect(execution.batch.saved_in_dollars).toBeCloseTo(savedDollars, 9)
  const { body: report } = await ada.get('metrics/used/')
  expect(report.days.at(-1).saved_by_batch).toBeCloseTo(savedDollars, 6)
})

test('a pipeline that is not cheaper calls at once, at the usual price', async () => {
  const run = await startPipeline({ isCheaper: false })

  const execution = await untilEnded(ada, run.executionId)

  await expectAllRight(run.executionId)
  expect(execution.batch).toBeUndefined()
  expect(run.batches()).toEqual([])
  expect(await readUsage(run.executionId)).toMatchObject({ calls: callCount, saved: 0 })
})

const faults = [
  ['expires', callCount / 2],
  ['cancelled', callCount / 2],
  ['fails', 0],
  ['loses-lines', callCount / 2],
  ['refuses-lines', callCount / 2],
  ['answers-twice', callCount],
] as const

test.each(faults)(
  'a batch that %s: each call has one reply, the others are made singly',
  async (fault, answeredCount) => {
    service.store.faults.push(fault)
    const run = await startPipeline()

    const execution = await untilEnded(ada, run.executionId)

    await expectAllRight(run.executionId)
    expect(run.requests().single).toBe(callCount - answeredCount)
    expect(execution.batch).toMatchObject({
      answered_calls: answeredCount,
      single_calls: callCount - answeredCount,
    })
    expect(await readUsage(run.executionId)).toMatchObject({ calls: callCount })
  },
  120_000,
)

const sendFaults = [
  ['is refused because of too many', { status: 429, retryAfterSeconds: 1 }],
  ['was taken, without an answer', 'cut'],
  ['was not taken, without an answer', 'lost'],
  ['was taken, with an answer that says nothing of it', { status: 408, isTaken: true }],
] as const

test.each(sendFaults)(
  'a batch that %s is sent once in the end',
  async (_name, sendFault) => {
    service.sendFaults.push(sendFault)
    const run = await startPipeline()

    await untilEnded(ada, run.executionId)

    await expectAllRight(run.executionId)
    expect(run.batches()).toHaveLength(1)
    expect(run.requests()).toEqual({ batched: callCount, single: 0 })
  },
  120_000,
)

test('a batch that did not begin because too much waits at the service is sent again', async () => {
  service.store.faults.push('exceeds-tokens')
  const run = await startPipeline()

  await untilEnded(ada, run.executionId)

  await expectAllRight(run.executionId)
  expect(run.batches()).toMatchObject([{ state: 'failed' }, { state: 'completed' }])
  expect(run.requests()).toEqual({ batched: callCount, single: 0 })
})

test('a batch is read with the settings with which it was sent, although the adapter was changed', async () => {
  service.store.isHeld = true
  const run = await startPipeline()
  await untilWaiting(run.readState)
  const { status } = await run.changeAdapter({ api_base: 'http://127.0.0.1:9/v1' })
  expect(status).toBe(200)
  service.store.isHeld = false

  await untilEnded(ada, run.executionId)

  await expectAllRight(run.executionId)
  expect(run.requests()).toEqual({ batched: callCount, single: 0 })
})

test('a batch that a service does not accept is made singly', async () => {
  service.sendFaults.push({ status: 400 })
  const run = await startPipeline()

  await untilEnded(ada, run.executionId)

  await expectAllRight(run.executionId)
  expect(run.requests()).toEqual({ batched: 0, single: callCount })
})

test('at the deadline the batch is cancelled, and the rest is called at the usual price', async () => {
  service.store.isHeld = true
  const run = await startPipeline()
  await untilWaiting(run.readState)
  await sql`update model_batch set deadline = now() where ended_at is null`.execute(server.ctx.db)

  await untilEnded(ada, run.executionId)

  await expectAllRight(run.executionId)
  expect(run.batches()).toMatchObject([{ state: 'cancelled' }])
  expect(run.requests()).toEqual({ batched: 0, single: callCount })
})

test('calls whose batch has nobody to end it are made singly after their deadline', async () => {
  service.store.isHeld = true
  const run = await startPipeline()
  await untilWaiting(run.readState)
  const { db } = server.ctx
  // The job has failed for good, as after too many deaths of its workers.
  const endJob = async () => {
    const { rows } = await sql`
      with ended as (
        update work_item set state = 'failed', ended_at = now()
        where kind = 'model-calls/run-batch' and state = 'waiting'
      )
      select id from work_item where kind = 'model-calls/run-batch' and state in ('waiting', 'running')
    `.execute(db)
    return rows.length
  }
  await expect.poll(endJob).toBe(0)
  await sql`update execution set batch_deadline = now() - interval '1 hour'
    where id = ${run.executionId}`.execute(db)
  await sql`update file_execution set waits_until = now()
    where execution_id = ${run.executionId}`.execute(db)

  const execution = await untilEnded(ada, run.executionId)

  await expectAllRight(run.executionId)
  expect(run.requests()).toEqual({ batched: 0, single: callCount })
  expect(execution.batch).toMatchObject({ single_calls: callCount, waiting_calls: 0 })
  const { rows } = await sql<{ reason: string }>`select distinct reason from batch_call
    where execution_id = ${run.executionId}`.execute(db)
  expect(rows).toEqual([{ reason: 'The deadline has passed.' }])
  expect(await readUsage(run.executionId)).toMatchObject({ calls: callCount, saved: 0 })
})

test('a run that is stopped cancels its batch, and makes no call', async () => {
  service.store.isHeld = true
  const run = await startPipeline()
  await untilWaiting(run.readState)

  await ada.post(`execution/${run.executionId}/stop/`, {})

  await expect.poll(() => run.batches()[0]?.state).toBe('cancelled')
  expect(run.requests()).toEqual({ batched: 0, single: 0 })
  expect(await run.readState()).toMatchObject({ status: 'STOPPED' })
})

test('calls that a running file puts off after its execution was stopped do not wait', async () => {
  service.store.isHeld = true
  const { db } = server.ctx
  await sql`
    create function stop_execution() returns trigger language plpgsql as $$ begin
      update execution set status = 'STOPPED' where id = new.execution_id;
      return new;
    end $$;
    create trigger stop_execution after insert on batch_call
      for each row execute function stop_execution()`.execute(db)
  try {
    const run = await startPipeline()
    const countCalls = async () => {
      const { rows } = await sql<{ all: number; single: number }>`
        select count(*)::integer as "all", count(*) filter (where state = 'single')::integer as single
        from batch_call where execution_id = ${run.executionId}`.execute(db)
      return rows[0]!
    }
    await expect.poll(async () => (await countCalls()).single).toBeGreaterThan(0)
    await expect
      .poll(async () => {
        const { all: callsPutOff, single: singleCalls } = await countCalls()
        return callsPutOff - singleCalls
      })
      .toBe(0)
    expect(run.requests()).toEqual({ batched: 0, single: 0 })
  } finally {
    await sql`drop trigger stop_execution on batch_call; drop function stop_execution`.execute(db)
  }
})
