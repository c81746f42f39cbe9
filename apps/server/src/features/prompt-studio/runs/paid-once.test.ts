import {
  type CannedModelServer,
  type Exchange,
  startCannedModelServer,
} from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openClaims } from '../../../platform/claims/open-claims.ts'
import type { TestFile } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

/** Two processes that serve pages, on one database. */
let first: TestServer
let second: TestServer
let model: CannedModelServer
let ada: Studio
let invoice: TestFile
let before = 0
/** Replies arrive when it opens. */
let gate = Promise.resolve()

const throughGate: typeof fetch = async (...asked) => {
  const closed = gate
  const reply = await fetch(...asked)
  await closed
  return reply
}

/** Holds replies back to calls that are made from now on; returns what lets them in. */
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
  first = await startServer({ replace: { fetch: throughGate } })
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
beforeEach(() => {
  before = model.requests.length
})

const paid = () => model.requests.length - before
const received = (count: number) => model.received(before + count)

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

/** Whether so many wait for claimed work. */
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
      ...{ api_base: `${model.url}/v1`, model: 'canned', api_key: 'sesame' },
      ...{ max_retries: 0, embed_batch_size: 2, ...settings },
    },
  })
  return body.id
}

const chunked = async (settings?: object) => ({
  ...{ chunk_size: 60, chunk_overlap: 10, similarity_top_k: 2 },
  embedding_model: await embedder(settings),
})
const embedded = () => {
  const calls = model.requests.slice(before).filter(({ path }: Exchange) => /embed/.test(path))
  return calls.map(({ body }) => JSON.stringify(body.input))
}

test('a run that fails fails for all who asked for it, in words for them, and is tried anew when asked again', async () => {
  const wanted = await project()
  const letIn = closeGate()
  model.script({ status: 400, message: 'Too long.' })
  const one = run(first, wanted)
  await received(1)
  const two = run(second, wanted)
  await expect.poll(isAwaited).toBe(1)
  letIn()

  const answers = await Promise.all([one, two])

  expect(paid()).toBe(1)
  for (const { status, body } of answers) {
    expect([status, body.errors[0].detail]).toEqual([400, expect.stringContaining('Too long.')])
  }
  expect((await run(second, wanted)).status).toBe(202)
  expect(paid()).toBe(2)
})

test('the same run started in two processes is paid once, both get it, and asked again it is a new one', async () => {
  const wanted = await project()
  const letIn = closeGate()
  model.script({ reply: 'once' })
  const one = run(first, wanted)
  await received(1)
  const others: ReturnType<typeof run>[] = []
  for (const server of [second, second, first]) {
    await first.ctx.db.updateTable('claim').set({ is_awaited: false }).execute()
    others.push(run(server, wanted))
    await expect.poll(isAwaited).toBe(1)
  }
  letIn()

  const answers = await Promise.all([one, ...others])

  expect(paid()).toBe(1)
  for (const { status, body } of answers) {
    expect([status, body]).toEqual([202, answers[0]!.body])
    expect(body[0].output).toBe('once')
  }
  model.script({ reply: 'again' })
  expect((await run(second, wanted)).body[0].output).toBe('again')
  expect(paid()).toBe(2)
})

test('all prompts at once, started in two processes, are paid once', async () => {
  const wanted = await project()
  await ada.prompt(wanted.tool_id, { prompt_key: 'b', prompt: 'And this?' })
  model.script({ reply: { a: 'one', b: 'two' } })
  const letIn = closeGate()
  const one = runAll(first, wanted)
  await received(1)
  const two = runAll(second, wanted)
  await expect.poll(isAwaited).toBe(1)
  letIn()

  const [mine, theirs] = await Promise.all([one, two])

  expect(paid()).toBe(1)
  expect([mine!.status, theirs!.body]).toEqual([202, mine!.body])
  expect(mine!.body).toHaveLength(2)
})

test('a run of a process that shows no life is taken over: what was paid is found, and nothing more is done twice', async () => {
  const wanted = await project()
  await ada.prompt(wanted.tool_id, { prompt_key: 'b', prompt: 'And this?' })
  await ada.prompt(wanted.tool_id, { prompt_key: 'c', prompt: 'And that?' })
  const { db, events, log } = first.ctx
  const shared = { db, events, log, isOnlyProcess: false }
  const frozenClaims = await openClaims({ ...shared, beatSeconds: 3600, leaseSeconds: 0.2 })
  const quickClaims = await openClaims({ ...shared, leaseSeconds: 0.5 })
  let asked = 0
  const letIn = Promise.withResolvers<void>()
  const late: typeof fetch = async (...call) => {
    asked += 1
    const isSecond = asked === 2
    const reply = await fetch(...call)
    if (isSecond) await letIn.promise
    return reply
  }
  const replace = { claims: frozenClaims, fetch: late }
  // One call after the other.
  const env = { RECTO_CALLS_PER_ADAPTER: '1' }
  const frozen = await startServer({ beside: first, replace, env })
  const living = await startServer({ beside: first, replace: { claims: quickClaims } })
  model.script(
    { reply: { a: 'a' } },
    { reply: { b: 'too late', c: 'too late' } },
    { reply: { b: 'in time', c: 'in time' } },
  )
  const frozenRun = runAll(frozen, wanted)
  await received(2)
  const stored = async () => {
    const calls = db.selectFrom('model_call').select('call_key')
    const keys = (await calls.execute()).map(({ call_key }) => call_key)
    const begun = db.selectFrom('claim').select('id').where('ended_at', 'is', null)
    const { id } = await begun.executeTakeFirstOrThrow()
    return keys.filter((key) => key.startsWith(`studio/${id}/`)).length
  }
  await expect.poll(stored).toBe(1)

  const taken = await runAll(living, wanted)

  expect(paid()).toBe(3)
  const values = taken.body.map(({ output }: { output: string }) => output)
  expect(values).toEqual(['a', 'in time', 'in time'])
  letIn.resolve()
  expect((await frozenRun).body).toEqual(taken.body)
  // What it had not begun it does not begin any more.
  expect(paid()).toBe(3)
  await living.close()
  await frozen.close()
})

test('chunks are embedded once for two processes, and a batch that fails is the only one that is sent again', async () => {
  const wanted = await project(await chunked({ max_retries: 2 }))
  const letIn = closeGate()
  model.script({}, { status: 503, retryAfterSeconds: 0 })
  const other = await ada.prompt(wanted.tool_id, { prompt_key: 'b', prompt: 'Something else?' })

  const one = run(first, wanted)
  await received(1)
  const two = run(second, { ...wanted, prompt_id: other.prompt_id })
  await expect.poll(isAwaited).toBe(1)
  letIn()
  const answers = await Promise.all([one, two])

  expect(answers.map(({ status }) => status)).toEqual([202, 202])
  const sent = embedded()
  expect(sent.length).toBeGreaterThan(4)
  expect(sent[2]).toBe(sent[1])
  // Besides the batch that was sent again.
  expect(new Set(sent).size).toBe(sent.length - 1)
})
