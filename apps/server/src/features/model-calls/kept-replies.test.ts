import { randomUUID } from 'node:crypto'
import {
  type CannedModelServer,
  type Exchange,
  startCannedModelServer,
} from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Context } from '../../platform/context.ts'
import { LeaseLostError } from '../../platform/work/work-queue.ts'
import { createRunnableProject } from '../../testing/runnable-project.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { type Studio, studioOf } from '../../testing/studio.ts'
import { openLlm } from '../adapters/adapters.port.ts'
import { type CallContext, callModel, runStep } from './model-calls.port.ts'

let first: TestServer
let second: TestServer
let model: CannedModelServer
let ada: Studio
let organizationId: number
let requestsBefore: number

beforeAll(async () => {
  model = await startCannedModelServer()
  first = await startServer({ worker: true })
  second = await startServer({ beside: first })
  ada = studioOf(first.as('admin'))
  const home = first.ctx.db.selectFrom('organization').select('id').where('slug', '=', 'recto')
  organizationId = (await home.executeTakeFirstOrThrow()).id
})
afterAll(async () => {
  await second?.close()
  await first?.close()
  await model?.close()
})
beforeEach(() => {
  requestsBefore = model.requests.length
})

const endlessWait = new Promise<never>(() => {})
const isPaid = ({ call }: Exchange) => call?.kind === 'generate'
const requests = () => model.requests.slice(requestsBefore)
const countPaid = () => requests().filter(isPaid).length
const listStarted = () => first.ctx.db.selectFrom('started_call').selectAll().execute()

/** One call of a run, in a process. Who continues a run has the same prefix, and it is not the first. */
async function callIn(
  ctx: Context,
  llmId: string,
  calls: Partial<CallContext> & Pick<CallContext, 'callKeyPrefix'>,
) {
  const tenant = { db: ctx.db, organizationId }
  const adapter = await openLlm(ctx, tenant, llmId)
  const context = {
    runId: 'run',
    step: runStep,
    claims: ctx.claims,
    groupCommits: ctx.groupCommits,
    masking: undefined,
    ...calls,
  }
  const request = { prompt: 'What is the total?' }
  return callModel(tenant, context, { adapter, request, step: 'ask', reason: 'extraction' })
}

const keptLlm = (settings: object = {}) =>
  ada.cannedLlm(model, undefined, { keep_replies: true, ...settings })

/** A process that dies when it has begun to receive: nothing that comes then reaches it. */
const makeDyingContext = (ctx: Context): Context => ({
  ...ctx,
  fetch: async (...call) => {
    const response = await ctx.fetch(...call)
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response
    const reader = response.body!.getReader()
    const { value } = await reader.read()
    const begin = new ReadableStream({ start: (controller) => controller.enqueue(value) })
    return new Response(begin, { headers: response.headers })
  },
})

test('a reply that its process did not live to receive is fetched by whoever continues the run, and paid for once', async () => {
  const llmId = await keptLlm()
  const callKeyPrefix = randomUUID()
  const { promise: until, resolve: answer } = Promise.withResolvers<void>()
  model.script({ reply: 'The total is 42.', until })
  const lostCall = callIn(makeDyingContext(first.ctx), llmId, { callKeyPrefix, isFirstRun: true })
  lostCall.catch(() => {})
  await expect.poll(listStarted).toHaveLength(1)

  const continuedCall = callIn(second.ctx, llmId, { callKeyPrefix })
  await expect.poll(() => requests().some(({ method }) => method === 'GET')).toBe(true)
  answer()

  expect((await continuedCall).text).toBe('The total is 42.')
  expect(countPaid()).toBe(1)
  expect(await listStarted()).toEqual([])
  // The service keeps nothing of it any longer.
  await expect.poll(() => requests().some(({ method }) => method === 'DELETE')).toBe(true)
  expect((await callIn(second.ctx, llmId, { callKeyPrefix })).text).toBe('The total is 42.')
  expect(countPaid()).toBe(1)
})

test('a call that takes longer than its time limit is continued by the next attempt, and paid for once', async () => {
  const llmId = await keptLlm({ timeout: 0.5, max_retries: 50 })
  const { promise: until, resolve: answer } = Promise.withResolvers<void>()
  model.script({ reply: 'The total is 42.', until })

  const callPromise = callIn(first.ctx, llmId, { callKeyPrefix: randomUUID(), isFirstRun: true })
  await expect.poll(() => requests().some(({ method }) => method === 'GET')).toBe(true)
  answer()

  expect((await callPromise).text).toBe('The total is 42.')
  expect(countPaid()).toBe(1)
})

test('a service that has lost the reply, or belongs to changed settings, is asked again', async () => {
  const llmId = await keptLlm()
  const callKeyPrefix = randomUUID()
  model.script({ until: endlessWait }, { reply: 'once more' })
  callIn(makeDyingContext(first.ctx), llmId, { callKeyPrefix, isFirstRun: true }).catch(() => {})
  await expect.poll(listStarted).toHaveLength(1)
  const [startedCall] = await listStarted()
  await fetch(`${model.url}/v1/responses/${startedCall?.job}`, { method: 'DELETE' })

  expect((await callIn(second.ctx, llmId, { callKeyPrefix })).text).toBe('once more')
  expect(countPaid()).toBe(2)
})

test('a call of a run that somebody cancels is cancelled at the service', async () => {
  const llmId = await keptLlm()
  const cancellation = new AbortController()
  model.script({ until: endlessWait })
  const callPromise = callIn(first.ctx, llmId, {
    callKeyPrefix: randomUUID(),
    isFirstRun: true,
    cancelSignal: cancellation.signal,
  })
  await expect.poll(listStarted).toHaveLength(1)

  cancellation.abort(new LeaseLostError())

  await expect(callPromise).rejects.toBeInstanceOf(LeaseLostError)
  expect(requests().some(({ path }) => path.endsWith('/cancel'))).toBe(true)
  expect(await listStarted()).toEqual([])
})

test('a run of the studio that a person cancels is cancelled at the service', async () => {
  const [sample] = await sampleInvoices()
  const invoice = { name: sample!.name, content: sample!.file }
  const project = { count: 1, profile: { llm: await keptLlm() }, owner: ada }
  const { start, tool_id } = await createRunnableProject({ studio: ada, model, invoice }, project)
  model.script({ until: endlessWait })
  await start()
  await expect.poll(listStarted).toHaveLength(1)

  const { status } = await ada.person.post(`prompt-studio/${tool_id}/runs/cancel/`, {})

  expect(status).toBe(200)
  await expect.poll(() => requests().some(({ path }) => path.endsWith('/cancel'))).toBe(true)
  await expect.poll(listStarted).toEqual([])
})

test('a call that fails for good is cancelled at the service', async () => {
  const llmId = await keptLlm({ timeout: 0.3 })
  model.script({ until: endlessWait })

  const callPromise = callIn(first.ctx, llmId, { callKeyPrefix: randomUUID(), isFirstRun: true })

  await expect(callPromise).rejects.toThrow(/did not answer within 0\.3 s/)
  // On a busy machine the time may be over before the service has begun.
  const isBegun = countPaid() > 0
  expect(requests().some(({ path }) => path.endsWith('/cancel'))).toBe(isBegun)
  expect(await listStarted()).toEqual([])
})

test('a service that keeps no replies is called as ever', async () => {
  const llmId = await ada.cannedLlm(model)
  model.script({ reply: 'The total is 42.' })

  await callIn(first.ctx, llmId, { callKeyPrefix: randomUUID(), isFirstRun: true })

  expect(requests()).toMatchObject([{ isKept: false, path: '/v1/chat/completions' }])
})

test('a reply is stored as soon as it is there, before the run gets its turn on the CPU', async () => {
  const llmId = await ada.cannedLlm(model)
  const callKeyPrefix = randomUUID()
  const { promise: turn, resolve: takeTurn } = Promise.withResolvers<void>()
  model.script({ reply: 'The total is 42.' })
  const callPromise = callIn(first.ctx, llmId, {
    callKeyPrefix,
    isFirstRun: true,
    async releaseCpuDuring(wait) {
      const value = await wait()
      await turn
      return value
    },
  })
  const storedReplies = first.ctx.db
    .selectFrom('model_call')
    .select('reply')
    .where('call_key', '=', `${callKeyPrefix}/ask`)

  await expect
    .poll(() => storedReplies.execute())
    .toMatchObject([{ reply: { text: 'The total is 42.' } }])
  takeTurn()
  await callPromise
})

test('tells how long replies were not yet stored', async () => {
  const llmId = await ada.cannedLlm(model)
  await callIn(first.ctx, llmId, { callKeyPrefix: randomUUID(), isFirstRun: true })

  const metrics = await (await fetch(`${first.origin}/metrics`)).text()

  const name = 'recto_commit_seconds_count{write="model-calls/keep-calls"}'
  expect(Number(metrics.split(name)[1]?.split('\n')[0])).toBeGreaterThan(0)
})
