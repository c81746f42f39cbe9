import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Context } from '../../platform/context.ts'
import { makeDeployment, makeTool, makeWorkflow } from '../../testing/make-tool.ts'
import type { TestFile } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { type Studio, studioOf } from '../../testing/studio.ts'
import { openLlm } from '../adapters/adapters.port.ts'
import { callModel, runStep } from './model-calls.port.ts'

let server: TestServer
let model: CannedModelServer
let ada: Studio
let invoice: TestFile
let requestsBefore = 0

beforeAll(async () => {
  model = await startCannedModelServer()
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  const [sample] = await sampleInvoices()
  invoice = { name: sample!.name, content: sample!.file }
})
afterAll(async () => {
  await server?.close()
  await model?.close()
})
beforeEach(() => {
  requestsBefore = model.requests.length
})

const countCalls = () => model.requests.length - requestsBefore
const repeat = (count: number, turn: object) => Array.from({ length: count }, () => turn)
const busy = { status: 503, message: 'Busy.', retryAfterSeconds: 0 }

async function runWith(settings: object) {
  const llm = await ada.cannedLlm(model, undefined, { ...settings })
  const { tool_id, document_id } = await ada.runnable(invoice, { profile: { llm } })
  const { prompt_id: id } = await ada.prompt(tool_id, { prompt_key: 'a', prompt: 'What is it?' })
  const run = () => ada.person.post(`prompt-studio/fetch_response/${tool_id}`, { id, document_id })
  return { run, tool_id, document_id }
}

test('rejects an invalid number of retries by the name of the setting, without a call', async () => {
  const { run } = await runWith({ max_retries: -1 })

  const { status, body } = await run()

  expect([status, body.errors[0].detail]).toEqual([400, expect.stringContaining('Max Retries')])
  expect(countCalls()).toBe(0)
})

test('never retries a permanently refused call', async () => {
  const { run } = await runWith({ max_retries: 5 })
  model.script({ status: 400, message: 'No.' })

  expect((await run()).status).toBe(400)
  expect(countCalls()).toBe(1)
})

test('does not wait for a long retry-after while a person waits, but passes it on', async () => {
  const { run } = await runWith({ max_retries: 5 })
  model.script({ status: 429, message: 'Slow down.', retryAfterSeconds: 600 })

  const { status, headers } = await run()

  expect([status, headers.get('retry-after')]).toEqual([429, '600'])
  expect(countCalls()).toBe(1)
})

test('retries calls in the studio as often as the adapter allows', async () => {
  const withoutRetries = await runWith({ max_retries: 0 })
  model.script(busy)
  expect((await withoutRetries.run()).status).toBe(500)
  expect(countCalls()).toBe(1)

  const withTwoRetries = await runWith({ max_retries: 2 })
  model.script(...repeat(3, busy))
  expect((await withTwoRetries.run()).status).toBe(500)
  expect(countCalls()).toBe(4)

  const eventuallySuccessful = await runWith({ max_retries: 2 })
  model.script(...repeat(2, busy), { reply: 'at last' })
  expect((await eventuallySuccessful.run()).body[0].output).toBe('at last')
  expect(countCalls()).toBe(7)
})

test('retries calls in a deployment as often as the adapter allows', async () => {
  const llmId = await ada.cannedLlm(model, undefined, { max_retries: 2 })
  const fields = [{ key: 'a', prompt: 'What is it?' }]
  const tool = await makeTool(ada.person, { name: 'Busy', fields, sample: invoice, llmId })
  const workflow = await makeWorkflow(ada.person, 'Busy', tool.toolId)
  const { path, key } = await makeDeployment(ada.person, 'busy', workflow)
  model.script(...repeat(3, busy))

  const { body } = await server.anonymous.upload(
    path,
    { files: [{ ...invoice, field: 'files' }], fields: { timeout: '60' } },
    { headers: { authorization: `Bearer ${key}` } },
  )

  expect(countCalls()).toBe(3)
  expect(body.message.result[0]).toMatchObject({
    status: 'Failed',
    error: expect.stringContaining('Busy.'),
  })
  // The lease of the file replaces a lock per call.
  const claims = server.ctx.db.selectFrom('claim').select('key').where('key', 'like', 'call/%')
  expect(await claims.execute()).toEqual([])
})

test('makes one call for two concurrent callers with the same key in two processes', async () => {
  const otherServer = await startServer({ beside: server })
  const id = await ada.cannedLlm(model)
  const { id: organizationId } = await server.ctx.db
    .selectFrom('organization')
    .select('id')
    .where('slug', '=', 'recto')
    .executeTakeFirstOrThrow()
  const replyGate = Promise.withResolvers<void>()
  const slowly: typeof fetch = async (...call) => {
    const reply = await fetch(...call)
    await replyGate.promise
    return reply
  }
  const callIn = async (ctx: Context) => {
    const tenant = { db: ctx.db, organizationId }
    const llm = await openLlm({ ...ctx, fetch: slowly }, tenant, id)
    const calls = {
      runId: 'a',
      callKeyPrefix: 'a',
      step: runStep,
      claims: ctx.claims,
      masking: undefined,
    }
    return callModel(tenant, calls, {
      adapter: llm,
      request: { prompt: 'What is it?' },
      step: 'ask',
      reason: 'extraction',
    })
  }
  model.script({ reply: 'the only one' })
  const firstCall = callIn(server.ctx)
  await model.received(requestsBefore + 1)
  const secondCall = callIn(otherServer.ctx)
  const awaitedClaims = server.ctx.db.selectFrom('claim').where('is_awaited', '=', true)
  await expect.poll(() => awaitedClaims.select('id').execute()).toHaveLength(1)

  replyGate.resolve()

  expect((await secondCall).text).toBe('the only one')
  expect(await secondCall).toEqual(await firstCall)
  expect(countCalls()).toBe(1)
  await otherServer.close()
})
