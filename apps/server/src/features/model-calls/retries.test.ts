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
let before = 0

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
  before = model.requests.length
})

const paid = () => model.requests.length - before
const times = (count: number, turn: object) => Array.from({ length: count }, () => turn)
const busy = { status: 503, message: 'Busy.', retryAfterSeconds: 0 }

async function runWith(settings: object) {
  const llm = await ada.cannedLlm(model, undefined, { ...settings })
  const { tool_id, document_id } = await ada.runnable(invoice, { profile: { llm } })
  const { prompt_id: id } = await ada.prompt(tool_id, { prompt_key: 'a', prompt: 'What is it?' })
  const run = () => ada.person.post(`prompt-studio/fetch_response/${tool_id}`, { id, document_id })
  return { run, tool_id, document_id }
}

test('a setting that is no number of times is refused by its name, and nothing is asked', async () => {
  const { run } = await runWith({ max_retries: -1 })

  const { status, body } = await run()

  expect([status, body.errors[0].detail]).toEqual([400, expect.stringContaining('Max Retries')])
  expect(paid()).toBe(0)
})

test('what is refused for good is asked once, whatever the settings say', async () => {
  const { run } = await runWith({ max_retries: 5 })
  model.script({ status: 400, message: 'No.' })

  expect((await run()).status).toBe(400)
  expect(paid()).toBe(1)
})

test('a person is not kept waiting longer than they would, and is told when to come back', async () => {
  const { run } = await runWith({ max_retries: 5 })
  model.script({ status: 429, message: 'Slow down.', retryAfterSeconds: 600 })

  const { status, headers } = await run()

  expect([status, headers.get('retry-after')]).toEqual([429, '600'])
  expect(paid()).toBe(1)
})

test('in the studio a call is made again as often as its adapter says, and no more', async () => {
  const never = await runWith({ max_retries: 0 })
  model.script(busy)
  expect((await never.run()).status).toBe(500)
  expect(paid()).toBe(1)

  const twice = await runWith({ max_retries: 2 })
  model.script(...times(3, busy))
  expect((await twice.run()).status).toBe(500)
  expect(paid()).toBe(4)

  const again = await runWith({ max_retries: 2 })
  model.script(...times(2, busy), { reply: 'at last' })
  expect((await again.run()).body[0].output).toBe('at last')
  expect(paid()).toBe(7)
})

test('in a deployment too, where nothing multiplies it', async () => {
  const llmId = await ada.cannedLlm(model, undefined, { max_retries: 2 })
  const fields = [{ key: 'a', prompt: 'What is it?' }]
  const tool = await makeTool(ada.person, { name: 'Busy', fields, sample: invoice, llmId })
  const workflow = await makeWorkflow(ada.person, 'Busy', tool.toolId)
  const { path, key } = await makeDeployment(ada.person, 'busy', workflow)
  model.script(...times(3, busy))

  const { body } = await server.anonymous.upload(
    path,
    { files: [{ ...invoice, field: 'files' }], fields: { timeout: '60' } },
    { headers: { authorization: `Bearer ${key}` } },
  )

  expect(paid()).toBe(3)
  expect(body.message.result[0]).toMatchObject({
    status: 'Failed',
    error: expect.stringContaining('Busy.'),
  })
  // The lease of its file was the claim of its calls.
  const claims = server.ctx.db.selectFrom('claim').select('key').where('key', 'like', 'call/%')
  expect(await claims.execute()).toEqual([])
})

test('two who come with the same key, in two processes, pay once, and both have the reply', async () => {
  const other = await startServer({ beside: server })
  const id = await ada.cannedLlm(model)
  const { id: organizationId } = await server.ctx.db
    .selectFrom('organization')
    .select('id')
    .where('slug', '=', 'recto')
    .executeTakeFirstOrThrow()
  const letIn = Promise.withResolvers<void>()
  const slowly: typeof fetch = async (...call) => {
    const reply = await fetch(...call)
    await letIn.promise
    return reply
  }
  const callIn = async (ctx: Context) => {
    const tenant = { db: ctx.db, organizationId }
    const opened = await openLlm({ ...ctx, fetch: slowly }, tenant, id)
    const calls = {
      ...{ runId: 'a', callKeyPrefix: 'a', step: runStep, claims: ctx.claims },
      masking: undefined,
    }
    return callModel(tenant, calls, {
      opened,
      request: { prompt: 'What is it?' },
      step: 'ask',
      reason: 'extraction',
    })
  }
  model.script({ reply: 'the only one' })
  const one = callIn(server.ctx)
  await model.received(before + 1)
  const two = callIn(other.ctx)
  const awaited = server.ctx.db.selectFrom('claim').where('is_awaited', '=', true)
  await expect.poll(() => awaited.select('id').execute()).toHaveLength(1)

  letIn.resolve()

  expect((await two).text).toBe('the only one')
  expect(await two).toEqual(await one)
  expect(paid()).toBe(1)
  await other.close()
})
