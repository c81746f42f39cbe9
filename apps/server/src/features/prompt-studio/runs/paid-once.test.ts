import {
  type CannedModelServer,
  type Exchange,
  startCannedModelServer,
} from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestFile } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

/** Two web processes on one database. */
let first: TestServer
let second: TestServer
let model: CannedModelServer
let ada: Studio
let invoice: TestFile
let requestsBefore = 0
/** Replies arrive when the gate opens. */
let gate = Promise.resolve()

const throughGate: typeof fetch = async (...fetchArguments) => {
  const currentGate = gate
  const reply = await fetch(...fetchArguments)
  await currentGate
  return reply
}

/** Delays replies to new calls; returns a function that lets them through. */
function closeGate(): () => void {
  const opening = Promise.withResolvers<void>()
  gate = opening.promise
  return () => {
    gate = Promise.resolve()
    opening.resolve()
  }
}

beforeAll(async () => {
  model = await startCannedModelServer()
  first = await startServer({ worker: true, replace: { fetch: throughGate } })
  second = await startServer({ beside: first, replace: { fetch: throughGate } })
  ada = studioOf(first.as('admin'))
  const [sample] = await sampleInvoices()
  invoice = { name: sample!.name, content: sample!.file }
})
afterAll(async () => {
  await second?.close()
  await first?.close()
  await model?.close()
})
beforeEach(async () => {
  requestsBefore = model.requests.length
  await first.ctx.db.deleteFrom('studio_task').execute()
})

const countPaid = () => model.requests.length - requestsBefore
const waitForRequests = (count: number) => model.received(requestsBefore + count)

async function project(profile: object = {}, settings: object = {}) {
  const llm = await ada.cannedLlm(model, undefined, { ...settings })
  const { tool_id, document_id } = await ada.runnable(invoice, { profile: { llm, ...profile } })
  const { prompt_id } = await ada.prompt(tool_id, { prompt_key: 'a', prompt: 'What is it?' })
  return { tool_id, document_id, prompt_id }
}
type Project = Awaited<ReturnType<typeof project>>

const run = (server: TestServer, { tool_id, document_id, prompt_id: id }: Project) =>
  server.as('admin').post(`prompt-studio/fetch_response/${tool_id}`, { id, document_id })
const runAll = (server: TestServer, { tool_id, document_id }: Project) =>
  server.as('admin').post(`prompt-studio/fetch_response/${tool_id}`, { document_id })

/** The number of requests that wait for a run. */
const startRun = async () =>
  (await first.ctx.db.selectFrom('studio_task').select('id').execute()).length

/** Waits until this number of callers wait for claimed work. */
const isAwaited = async () => {
  const claims = first.ctx.db.selectFrom('claim').select('id').where('ended_at', 'is', null)
  return (await claims.where('is_awaited', '=', true).execute()).length
}

async function embedder(settings: object = {}): Promise<string> {
  const { body } = await ada.person.post('adapter/', {
    adapter_id: 'openai|717a0b0e-3bbc-41dc-9f0c-5689437a1151',
    adapter_name: `Canned vectors ${model.requests.length} ${Math.random()}`,
    adapter_type: 'EMBEDDING',
    adapter_metadata: {
      api_base: `${model.url}/v1`,
      model: 'canned',
      api_key: 'sesame',
      max_retries: 0,
      embed_batch_size: 2,
      ...settings,
    },
  })
  return body.id
}

const chunkedProfile = async (settings?: object) => ({
  chunk_size: 60,
  chunk_overlap: 10,
  similarity_top_k: 2,
  embedding_model: await embedder(settings),
})
const embedded = () => {
  const calls = model.requests
    .slice(requestsBefore)
    .filter(({ path }: Exchange) => /embed/.test(path))
  return calls.map(({ body }) => JSON.stringify(body.input))
}

test('reports a failed run to all who wait for it, and runs again on the next request', async () => {
  const testProject = await project()
  const letIn = closeGate()
  model.script({ status: 400, message: 'Too long.' })
  const one = run(first, testProject)
  await waitForRequests(1)
  const two = run(second, testProject)
  await expect.poll(startRun).toBe(2)
  letIn()

  const answers = await Promise.all([one, two])

  expect(countPaid()).toBe(1)
  for (const { status, body } of answers) {
    expect([status, body.errors[0].detail]).toEqual([400, expect.stringContaining('Too long.')])
  }
  expect((await run(second, testProject)).status).toBe(202)
  expect(countPaid()).toBe(2)
})

test('pays once for the same run in two processes, returns it to both, and runs again later', async () => {
  const testProject = await project()
  const letIn = closeGate()
  model.script({ reply: 'once' })
  const one = run(first, testProject)
  await waitForRequests(1)
  const otherRuns = [second, second, first].map((server) => run(server, testProject))
  await expect.poll(startRun).toBe(4)
  letIn()

  const answers = await Promise.all([one, ...otherRuns])

  expect(countPaid()).toBe(1)
  for (const { status, body } of answers) {
    expect([status, body]).toEqual([202, answers[0]!.body])
    expect(body[0].output).toBe('once')
  }
  model.script({ reply: 'again' })
  expect((await run(second, testProject)).body[0].output).toBe('again')
  expect(countPaid()).toBe(2)
})

test('pays once for a single pass started in two processes', async () => {
  const testProject = await project()
  await ada.prompt(testProject.tool_id, { prompt_key: 'b', prompt: 'And this?' })
  model.script({ reply: { a: 'one', b: 'two' } })
  const letIn = closeGate()
  const one = runAll(first, testProject)
  await waitForRequests(1)
  const two = runAll(second, testProject)
  await expect.poll(startRun).toBe(2)
  letIn()

  const [firstReply, secondReply] = await Promise.all([one, two])

  expect(countPaid()).toBe(1)
  expect([firstReply!.status, secondReply!.body]).toEqual([202, firstReply!.body])
  expect(firstReply!.body).toHaveLength(2)
})

test('embeds chunks once for two processes, and resends only the failed batch', async () => {
  const testProject = await project(await chunkedProfile({ max_retries: 2 }))
  const letIn = closeGate()
  model.script({}, { status: 503, retryAfterSeconds: 0 })
  const otherPrompt = await ada.prompt(testProject.tool_id, {
    prompt_key: 'b',
    prompt: 'Something else?',
  })

  const one = run(first, testProject)
  await waitForRequests(1)
  const two = run(second, { ...testProject, prompt_id: otherPrompt.prompt_id })
  await expect.poll(isAwaited).toBe(1)
  letIn()
  const answers = await Promise.all([one, two])

  expect(answers.map(({ status }) => status)).toEqual([202, 202])
  const embeddedTexts = embedded()
  expect(embeddedTexts.length).toBeGreaterThan(4)
  expect(embeddedTexts[2]).toBe(embeddedTexts[1])
  // The total excludes the batch that was sent again.
  expect(new Set(embeddedTexts).size).toBe(embeddedTexts.length - 1)
})
