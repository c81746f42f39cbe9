import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tenant } from '../../platform/db/database.ts'
import { makeTool, makeWorkflow } from '../../testing/make-tool.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { type Studio, studioOf } from '../../testing/studio.ts'
import { compareRuns } from './compare-runs.ts'
import { formatComparison, formatRun } from './format-replay.ts'
import { replayRun } from './replay-run.ts'

let server: TestServer
let model: CannedModelServer
let ada: Studio
let tenant: Tenant
const [sample] = await sampleInvoices()
if (!sample) throw new Error('There is no sample.')
const { truth } = sample
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
    const asked = { id, document_id, run_id }
    const { body } = await ada.person.post(`prompt-studio/fetch_response/${tool_id}`, asked)
    return body[0]
  }
  const prompt = (prompt_key: string, enforce_type: string, prompt: string) =>
    ada.prompt(tool_id, { prompt_key, prompt, enforce_type })
  const forget = () => ada.person.delete(`prompt-studio/file/${tool_id}`, { document_id })
  return { tool_id, run, prompt, forget }
}

const replay = (run: string) => replayRun(server.ctx, tenant, run)

/** Replays, and sees to it that no model was asked. */
async function offline(run: string) {
  const before = model.requests.length
  const replayed = await replay(run)
  expect(model.requests.length).toBe(before)
  return replayed
}

test('a run that nobody knows is said to be none', async () => {
  await expect(replay('nothing')).rejects.toThrow(/run/i)
  await expect(replay('00000000-0000-4000-8000-000000000000')).rejects.toThrow(/run/i)
})

test('a reply that is no longer kept is told by its name, and the model is not asked instead', async () => {
  const { run, prompt } = await runnable()
  const { prompt_id } = await prompt('number', 'text', 'Which number?')
  model.script({ reply: truth.invoice_number })
  await run(prompt_id, 'gone')
  await tenant.db
    .deleteFrom('model_call')
    .where('call_key', 'in', (q) =>
      q.selectFrom('usage_record').select('call_key').where('run_id', '=', 'gone'),
    )
    .execute()

  const { fields } = await offline('gone')

  expect(fields).toMatchObject([{ key: 'number', value: null, isSame: undefined }])
  expect(fields[0]?.error).toMatch(/number\/answer.* is not kept/)
})

test('a run of the studio is replayed to the byte, after its prompt was changed too', async () => {
  const { run, prompt, forget } = await runnable()
  const { prompt_id } = await prompt('bill', 'json', 'Number and total as JSON')
  model.script({ reply: `{"number": "${truth.invoice_number}", "total": ${truth.total}}` })
  const first = await run(prompt_id, 'one')
  await ada.person.patch(`prompt-studio/prompt/${prompt_id}/`, { prompt: 'Which number?' })
  model.script({ reply: `{"number": "${truth.invoice_number}", "total": 1}` })
  await run(prompt_id, 'two')

  const [one, two] = [await offline('one'), await offline('two')]

  expect(one.fields).toMatchObject([
    { key: 'bill', isSame: true, prompt: 'Number and total as JSON' },
  ])
  expect(JSON.stringify(one.fields[0]?.value)).toBe(first.output)
  expect(one.fields[0]?.evidence).toEqual(first.evidence_data)
  expect(one.fields[0]?.confidence).toBe(first.confidence)
  expect(one).toEqual(await offline('one'))
  expect(formatRun(one)).toContain(`"total":${truth.total}`)

  const compared = compareRuns(one, two)
  expect(Object.keys(compared[0]?.changes ?? {})).toEqual([
    'value',
    'evidence',
    'confidence',
    'prompt',
  ])
  expect(formatComparison(compared)).toContain('"Number and total as JSON" → "Which number?"')
  expect(formatComparison(compareRuns(one, one))).toBe('bill: the same')

  await forget()
  await expect(replay('one')).rejects.toThrow(/run/i)
})

test('what the built-in extractor has read is read again', async () => {
  const { tool_id } = await ada.project({})
  const document_id = await ada.document(tool_id, invoice)
  const { prompt_id: id } = await ada.prompt(tool_id, {
    prompt_key: 'invoice_number',
    prompt: 'What is the invoice number?',
  })
  await ada.person.post(`prompt-studio/fetch_response/${tool_id}`, {
    ...{ id, document_id, run_id: 'by layout' },
  })

  const { fields } = await offline('by layout')

  expect(fields).toMatchObject([{ value: truth.invoice_number, isSame: true, model: undefined }])
})

test('a file of an execution is replayed to the byte, a prompt that refers to another too', async () => {
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
  model.script({ reply: truth.invoice_number }, { reply: `about ${truth.total}` })
  const { body: begun } = await ada.person.post('workflow/execute/', { workflow_id })
  const { execution_id } = begun
  await ada.person.upload('workflow/execute/', {
    files: [{ ...invoice, field: 'files' }],
    fields: { workflow_id, execution_id },
  })
  const { body: files } = await ada.person.get(`execution/${execution_id}/files/`)
  const [{ id }] = files.results
  const { body: stored } = await ada.person.get(`execution/${execution_id}/files/${id}/result/`)

  const replayed = await offline(id)

  const values = replayed.fields.map(({ key, value }) => [key, value])
  expect(JSON.stringify(Object.fromEntries(values))).toBe(JSON.stringify(stored.output))
  expect(stored.output).toEqual({ number: truth.invoice_number, total: truth.total })
  expect(replayed.fields.map(({ evidence }) => evidence)).toEqual(
    Object.values(stored.metadata.evidence_data),
  )
  expect(replayed.fields.every(({ isSame, model }) => isSame && model === 'canned')).toBe(true)
  expect(replayed.textHash).toBe(stored.metadata.text_hash)
})
