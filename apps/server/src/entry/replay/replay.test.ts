import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { compareRuns } from '../../features/prompt-studio/prompt-studio.port.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { makeTool, makeWorkflow } from '../../testing/make-tool.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { type Studio, studioOf } from '../../testing/studio.ts'
import { formatComparison, formatRun } from './format-replay.ts'
import { replayRun } from './replay-run.ts'

let server: TestServer
let model: CannedModelServer
let ada: Studio
let tenant: Tenant
const [sample] = await sampleInvoices()
if (!sample) throw new Error('There is no sample.')
const { expected } = sample
const invoice = { name: sample.name, content: Buffer.from(sample.file), field: 'file' }

beforeAll(async () => {
  model = await startCannedModelServer({ reply: 'said' })
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  const { db } = server.ctx
  const home = db.selectFrom('organization').select('id').where('slug', '=', 'recto')
  tenant = { db, organizationId: (await home.executeTakeFirstOrThrow()).id }
})
afterAll(async () => {
  await server?.close()
  await model?.close()
})

async function runnable() {
  const llm = await ada.cannedLlm(model)
  const { tool_id, document_id } = await ada.runnable(invoice, { profile: { llm, chunk_size: 0 } })
  const run = async (id: string, run_id: string) => {
    const request = { id, document_id, run_id }
    const { body } = await ada.person.post(`prompt-studio/fetch_response/${tool_id}`, request)
    return body[0]
  }
  const prompt = (prompt_key: string, enforce_type: string, prompt: string) =>
    ada.prompt(tool_id, { prompt_key, prompt, enforce_type })
  const forget = () => ada.person.delete(`prompt-studio/file/${tool_id}`, { document_id })
  return { tool_id, run, prompt, forget }
}

const replay = (run: string) => replayRun(server.ctx, tenant, run)

/** Replays, and asserts that no model was called. */
async function offline(run: string) {
  const requestsBefore = model.requests.length
  const replayedRun = await replay(run)
  expect(model.requests.length).toBe(requestsBefore)
  return replayedRun
}

test('reports an unknown run', async () => {
  await expect(replay('nothing')).rejects.toThrow(/run/i)
  await expect(replay('00000000-0000-4000-8000-000000000000')).rejects.toThrow(/run/i)
})

test('names a reply that is no longer stored, and does not call the model instead', async () => {
  const { run, prompt } = await runnable()
  const { prompt_id } = await prompt('number', 'text', 'Which number?')
  model.script({ reply: expected.invoice_number })
  await run(prompt_id, 'gone')
  await tenant.db
    .deleteFrom('model_call')
    .where('call_key', 'in', (q) =>
      q.selectFrom('usage_record').select('call_key').where('run_id', '=', 'gone'),
    )
    .execute()

  const { fields } = await offline('gone')

  expect(fields).toMatchObject([{ key: 'number', value: null, isSame: undefined }])
  expect(fields[0]?.error).toMatch(/number\/answer.* was not stored/)
})

test('replays a studio run to the byte, even after its prompt was changed', async () => {
  const { run, prompt, forget } = await runnable()
  const { prompt_id } = await prompt('bill', 'json', 'Number and total as JSON')
  model.script({ reply: `{"number": "${expected.invoice_number}", "total": ${expected.total}}` })
  const first = await run(prompt_id, 'one')
  await ada.person.patch(`prompt-studio/prompt/${prompt_id}/`, { prompt: 'Which number?' })
  model.script({ reply: `{"number": "${expected.invoice_number}", "total": 1}` })
  await run(prompt_id, 'two')

  const firstRun = await offline('one')
  const secondRun = await offline('two')

  expect(firstRun.fields).toMatchObject([
    { key: 'bill', isSame: true, prompt: 'Number and total as JSON' },
  ])
  expect(JSON.stringify(firstRun.fields[0]?.value)).toBe(first.output)
  expect(firstRun.fields[0]?.evidence).toEqual(first.evidence_data)
  expect(firstRun.fields[0]?.confidence).toBe(first.confidence)
  expect(firstRun).toEqual(await offline('one'))
  expect(formatRun(firstRun)).toContain(`"total":${expected.total}`)

  const comparison = compareRuns(firstRun, secondRun)
  expect(Object.keys(comparison[0]?.changes ?? {})).toEqual([
    'value',
    'evidence',
    'confidence',
    'prompt',
  ])
  expect(formatComparison(comparison)).toContain('"Number and total as JSON" → "Which number?"')
  expect(formatComparison(compareRuns(firstRun, firstRun))).toBe('bill: no changes')

  await forget()
  await expect(replay('one')).rejects.toThrow(/run/i)
})

describe('a run of all prompts', () => {
  const fields = { enable_challenge: true, summarize_context: true, summarize_as_source: true }
  const long = Array.from({ length: 700 }, (_, i) => `Line ${i} of many others`)

  /**
   * Uses a model with a small context, so that the document takes several windows and a summary
   * takes one.
   */
  async function pass() {
    const small = await startCannedModelServer({ reply: says })
    onTestFinished(() => small.close())
    const challenge_llm = await ada.cannedLlm(small)
    const { body: llm } = await ada.person.post('adapter/', {
      adapter_id: 'ollama|4b8bd31a-ce42-48d4-9d69-f29c12e0f276',
      adapter_name: `Small ${small.url}`,
      adapter_type: 'LLM',
      adapter_metadata: {
        model: 'canned',
        base_url: small.url,
        context_window: 4000,
        max_retries: 0,
      },
    })
    const content = Buffer.from(['Order 4711', ...long, 'Paid 15.50 by Ada Byron'].join('\n'))
    const file = { name: 'order.txt', content, type: 'text/plain' }
    const options = { fields: { challenge_llm }, profile: { llm: llm.id, chunk_size: 0 } }
    const { tool_id, document_id } = await ada.runnable(file, options)
    const prompts = [
      { prompt_key: 'zone', prompt: 'Which zone?' },
      { prompt_key: 'order', prompt: 'Which order?' },
      { prompt_key: 'paid', prompt: 'How much was paid?', enforce_type: 'number' },
      { prompt_key: 'by', prompt: 'Who paid for {{order}}?' },
    ]
    for (const prompt of prompts) await ada.prompt(tool_id, prompt)
    const set = (body: object) => ada.person.patch(`prompt-studio/${tool_id}`, body)
    const index = () => ada.person.post(`prompt-studio/index-document/${tool_id}`, { document_id })
    const run = async (run_id: string) => {
      const path = `prompt-studio/single-pass-extraction/${tool_id}`
      const { status, body } = await ada.person.post(path, { document_id, run_id })
      expect(status).toBe(202)
      return body as Row[]
    }
    return { set, index, run, asked: () => small.requests.length }
  }
  type Row = Readonly<Record<string, unknown>>

  /** Canned replies to prompts with these words, in this order; nothing ends the connection. */
  const sayings: readonly (readonly [words: string, reply: string | object | undefined])[] = [
    ['Answer: Order 4711', { score: 1, reason: 'The number alone.' }],
    ['Somebody answered a question', { score: 5, reason: 'So it says.' }],
    ['Summary:', 'Order 4711, paid 15.50 by Ada Byron'],
    ['An earlier answer was', '4711'],
    ['Question: Who paid for 4711', 'Ada Byron'],
    ['Question: Who paid for Order', 'Ada Byron'],
    ['Question: Which zone?', undefined],
    ['Order 4711, paid', { order: 'Order 4711', paid: 15.5 }],
    ['Order 4711', { order: 'Order 4711', paid: null }],
    ['15.50', { paid: 15.5 }],
  ]
  const says = ({ prompt }: { readonly prompt: string }): string | object => {
    const [, reply] = sayings.find(([words]) => prompt.includes(words)) ?? ['', {}]
    if (reply === undefined) throw new Error('It breaks off.')
    return reply
  }

  type Pass = Awaited<ReturnType<typeof pass>>

  async function replayed({ asked: countRequests }: Pass, run_id: string, rows: readonly Row[]) {
    const requestsBefore = countRequests()
    const { fields } = await offline(run_id)
    expect(countRequests()).toBe(requestsBefore)
    expect(fields.every(({ isSame }) => isSame)).toBe(true)
    const done = rows.filter(({ output }) => typeof output === 'string')
    const [leftOut] = rows.filter(({ output }) => output === null)
    const outputs = new Map(fields.map(({ key, value }) => [key, value]))
    expect(done.map(({ output }) => output)).toEqual(['4711', '15.5', 'Ada Byron'])
    expect(Object.fromEntries(outputs)).toEqual({
      zone: null,
      order: '4711',
      paid: 15.5,
      by: 'Ada Byron',
    })
    expect(leftOut?.explanation).toEqual(expect.any(String))
    const evidenceOf = (key: string) => fields.find((one) => one.key === key)?.evidence
    expect(['order', 'paid', 'by'].map(evidenceOf)).toEqual(
      done.map(({ evidence_data }) => evidence_data),
    )
  }

  test('in a single pass over several windows, checked by a second model, is replayed to the byte', async () => {
    const singlePass = await pass()
    await singlePass.set({ enable_challenge: true })
    const rows = await singlePass.run('pass')
    expect(singlePass.asked()).toBeGreaterThan(10)
    await replayed(singlePass, 'pass', rows)
  })

  test('answered from a summary is replayed to the byte, even after the summary was recreated', async () => {
    const singlePass = await pass()
    await singlePass.set(fields)
    await singlePass.index()
    const rows = await singlePass.run('summed')
    await singlePass.set({ summarize_prompt: 'In other words.' })
    await singlePass.index()
    await replayed(singlePass, 'summed', rows)
  })
})

test('reproduces values of the built-in extractor', async () => {
  const { tool_id } = await ada.project({})
  const document_id = await ada.document(tool_id, invoice)
  const { prompt_id: id } = await ada.prompt(tool_id, {
    prompt_key: 'invoice_number',
    prompt: 'What is the invoice number?',
  })
  await ada.person.post(`prompt-studio/fetch_response/${tool_id}`, {
    id,
    document_id,
    run_id: 'by layout',
  })

  const { fields } = await offline('by layout')

  expect(fields).toMatchObject([{ value: expected.invoice_number, isSame: true, model: undefined }])
})

test('replays a file of an execution to the byte, including a prompt that refers to another', async () => {
  const llmId = await ada.cannedLlm(model)
  const { toolId } = await makeTool(ada.person, {
    name: 'Replayed',
    fields: [
      { key: 'number', prompt: 'Which number?' },
      { key: 'total', prompt: 'What is the total of {{number}}?', type: 'number' },
    ],
    sample: invoice,
    llmId,
  })
  const workflow_id = await makeWorkflow(ada.person, 'Replayed', toolId)
  model.script({ reply: expected.invoice_number }, { reply: `about ${expected.total}` })
  const { body: execution } = await ada.person.post('workflow/execute/', { workflow_id })
  const { execution_id } = execution
  await ada.person.upload('workflow/execute/', {
    files: [{ ...invoice, field: 'files' }],
    fields: { workflow_id, execution_id },
  })
  const { body: files } = await ada.person.get(`execution/${execution_id}/files/`)
  const [{ id }] = files.results
  const { body: storedResult } = await ada.person.get(
    `execution/${execution_id}/files/${id}/result/`,
  )

  const replayedRun = await offline(id)

  const values = replayedRun.fields.map(({ key, value }) => [key, value])
  expect(JSON.stringify(Object.fromEntries(values))).toBe(JSON.stringify(storedResult.output))
  expect(storedResult.output).toEqual({ number: expected.invoice_number, total: expected.total })
  expect(replayedRun.fields.map(({ evidence }) => evidence)).toEqual(
    Object.values(storedResult.metadata.evidence_data),
  )
  expect(replayedRun.fields.every(({ isSame, model }) => isSame && model === 'canned')).toBe(true)
  expect(replayedRun.textHash).toBe(storedResult.metadata.text_hash)
})
