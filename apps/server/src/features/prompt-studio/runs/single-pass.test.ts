import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openLine } from '../../../testing/open-line.ts'
import type { TestFile } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

let server: TestServer
let model: CannedModelServer
let judge: CannedModelServer
let ada: Studio
let invoice: TestFile
let truth: { readonly total: number; readonly invoice_number: string }

beforeAll(async () => {
  model = await startCannedModelServer()
  judge = await startCannedModelServer()
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  const [sample] = await sampleInvoices()
  invoice = { name: sample!.name, content: sample!.file }
  truth = sample!.expected
})
afterAll(async () => {
  await server.close()
  await model.close()
  await judge.close()
})

type Body = Readonly<Record<string, unknown>>

/** A project with one document and two prompts, whose default profile asks the canned model. */
async function project(fields: Body = {}, profile: Body = {}) {
  const llm = await ada.cannedLlm(model)
  const runnable = await ada.runnable(invoice, { fields, profile: { llm, ...profile } })
  await ada.prompt(runnable.tool_id, { prompt_key: 'number', prompt: 'Which number?' })
  await ada.prompt(runnable.tool_id, {
    prompt_key: 'total',
    prompt: 'Which total?',
    enforce_type: 'number',
  })
  const detail = (await ada.person.get(`prompt-studio/${runnable.tool_id}`)).body
  const ids: string[] = detail.prompts.map(({ prompt_id }: Body) => prompt_id)
  return { ...runnable, ids }
}
const post = (path: string, toolId: string, body: Body) =>
  ada.person.post(`prompt-studio/${path}/${toolId}`, body)
const prompts = (from: number, server = model) =>
  server.requests.slice(from).map(({ call }) => call)

test('an empty prompt of a single pass fails alone, and names itself', async () => {
  const { tool_id, document_id } = await project()
  const { prompt_id } = await ada.prompt(tool_id, { prompt_key: 'empty', prompt: ' ' })
  model.script({ reply: { number: truth.invoice_number, total: `${truth.total}` } })

  const path = `prompt-studio/${tool_id}/runs/`
  const { status } = await ada.person.post(`${path}single-pass/`, { document_ids: [document_id] })
  expect(status).toBe(202)
  const findOnlyRun = async () => (await ada.person.get(path)).body.runs[0]
  await expect.poll(async () => (await findOnlyRun())?.state, { timeout: 30_000 }).toBe('done')
  expect((await findOnlyRun()).failed_prompts).toEqual([
    { prompt_id, error: 'The prompt “empty” is empty.' },
  ])
  const { body: rows } = await ada.person.get(
    `prompt-studio/prompt-output/?tool_id=${tool_id}&document_manager=${document_id}&is_single_pass_extract=true`,
  )
  const outputs = new Set(rows.map((row: Body) => row.output))
  expect(outputs).toEqual(new Set([truth.invoice_number, `${truth.total}`]))
})

test('[PS-287] answers all prompts with one call and marks their rows as single pass', async () => {
  const { tool_id, document_id, ids } = await project({ enable_highlight: true })
  await ada.prompt(tool_id, { prompt_key: 'empty', prompt: ' ' })
  const empty = await post('single-pass-extraction', tool_id, { document_id })
  expect(empty.status).toBe(422)
  expect(empty.body.errors[0].detail).toBe('The prompt “empty” is empty.')
  const { body } = await ada.person.get(`prompt-studio/${tool_id}`)
  await ada.person.delete(`prompt-studio/prompt/${body.prompts[2].prompt_id}/`)

  const requestsBefore = model.requests.length
  model.script({ reply: { number: truth.invoice_number, total: `${truth.total}` } })
  const { status, body: rows } = await post('single-pass-extraction', tool_id, { document_id })

  expect(status).toBe(202)
  expect(prompts(requestsBefore)).toHaveLength(1)
  expect(prompts(requestsBefore)[0]?.schema).toMatchObject({ required: ['number', 'total'] })
  expect(rows.map(({ prompt_id, output }: Body) => [prompt_id, output])).toEqual([
    [ids[0], truth.invoice_number],
    [ids[1], expect.stringMatching(/^\d/)],
  ])
  for (const row of rows) {
    expect(row.is_single_pass_extract).toBe(true)
    expect(Object.keys(row.highlight_data).toSorted()).toEqual(['number', 'total'])
    expect(row.token_usage.total_tokens).toBeGreaterThan(0)
  }
  expect(rows[0].evidence_data).toEqual([expect.objectContaining({ quote: truth.invoice_number })])
})

test('asks separately for what the model left out, and keeps the others if one prompt is invalid', async () => {
  const { tool_id, document_id, ids } = await project()
  model.script(
    { reply: { number: truth.invoice_number } },
    { status: 400, message: 'No such thing.' },
  )
  const { status, body } = await post('single-pass-extraction', tool_id, { document_id })

  expect(status).toBe(202)
  expect(body).toEqual([
    expect.objectContaining({ prompt_id: ids[0], output: truth.invoice_number }),
    { prompt_id: ids[1], status: 'failed', error: expect.stringContaining('No such thing.') },
  ])
})

test('[PS-290] queues a single pass on each document, and lists unanswered prompts until they run again', async () => {
  const { tool_id, document_id, ids } = await project()
  const path = `prompt-studio/${tool_id}/runs/`
  const otherServer = await server
    .as('user')
    .post(`${path}single-pass/`, { document_ids: [document_id] })
  expect(otherServer.status).toBe(404)
  await ada.person.patch(`prompt-studio/${tool_id}`, { summarize_as_source: true })
  const refusal = await ada.person.post(`${path}single-pass/`, { document_ids: [document_id] })
  expect(refusal.body.runs).toEqual([
    expect.objectContaining({
      kind: 'all',
      prompt_id: null,
      state: 'failed',
      error: `Summary needs to be indexed before running the prompt - ${invoice.name}. Index it through Manage Documents`,
    }),
  ])

  await ada.person.patch(`prompt-studio/${tool_id}`, { summarize_as_source: false })
  model.script(
    { reply: { number: truth.invoice_number } },
    { status: 400, message: 'No such thing.' },
  )
  const { status, body } = await ada.person.post(`${path}single-pass/`, {
    document_ids: [document_id],
  })
  expect(status).toBe(202)
  expect(body.runs).toMatchObject([{ kind: 'all', state: 'waiting', failed_prompts: [] }])
  const error = expect.stringContaining('No such thing.')
  await expect
    .poll(async () => (await ada.person.get(path)).body.runs)
    .toMatchObject([
      { id: body.runs[0].id, state: 'done', failed_prompts: [{ prompt_id: ids[1], error }] },
    ])
  const combinedPath = `prompt-studio/prompt-output/prompt-default-profile/?tool_id=${tool_id}&document_manager=${document_id}`
  expect((await ada.person.get(combinedPath)).body).toEqual({ number: '', total: '' })
  expect((await ada.person.get(`${combinedPath}&is_single_pass_extract=true`)).body).toEqual({
    number: truth.invoice_number,
    total: '',
  })
})

test('reports failed prompts also to callers who join the run or wait for its event', async () => {
  const { tool_id, document_id, ids } = await project()
  const line = openLine(server.origin, { cookies: await ada.person.cookies() })
  onTestFinished(() => void line.socket.disconnect())
  await line.opened
  const opening = Promise.withResolvers<void>()
  model.script(
    { reply: { number: truth.invoice_number }, until: opening.promise },
    { status: 400, message: 'No such thing.' },
  )
  const ask = () => post('single-pass-extraction', tool_id, { document_id })
  const replies = [ask(), ask()]
  const tasks = server.ctx.db.selectFrom('studio_task').where('project_id', '=', tool_id)
  await expect.poll(() => tasks.select('id').execute()).toHaveLength(2)
  opening.resolve()

  const [first, joinedReply] = await Promise.all(replies)
  const lines = [
    expect.objectContaining({ prompt_id: ids[0], output: truth.invoice_number }),
    { prompt_id: ids[1], status: 'failed', error: expect.stringContaining('No such thing.') },
  ]
  expect([first?.body, joinedReply?.body]).toEqual([lines, lines])
  await expect.poll(() => line.told('prompt_studio_result')).toHaveLength(2)
  for (const event of line.told('prompt_studio_result')) {
    expect(event).toMatchObject({ status: 'completed', result: lines, error: lines[1]?.error })
    expect(event.prompt_ids).toEqual(ids)
  }
})

test('asks a model with a small context window by window, and pays nothing for an empty document', async () => {
  const small = await startCannedModelServer({
    reply: ({ prompt }) => ({
      number: prompt.includes('Number 4711') ? '4711' : null,
      total: prompt.includes('Total 15') ? '15' : null,
    }),
  })
  onTestFinished(() => small.close())
  const { body: adapter } = await ada.person.post('adapter/', {
    adapter_id: 'ollama|4b8bd31a-ce42-48d4-9d69-f29c12e0f276',
    adapter_name: 'Small',
    adapter_type: 'LLM',
    adapter_metadata: { model: 'small', base_url: small.url, context_window: 4000, max_retries: 0 },
  })
  const { tool_id } = await project({}, { llm: adapter.id })
  const rows = Array.from({ length: 800 }, (_, i) => `Row ${i} of a long list of things`)
  const content = Buffer.from([...rows, 'Number 4711', 'Total 15'].join('\n'))
  const long = await ada.document(tool_id, { name: 'long.txt', content, type: 'text/plain' })
  const requestsBefore = small.requests.length
  const { body } = await post('single-pass-extraction', tool_id, { document_id: long })
  expect(body.map(({ output }: Body) => output)).toEqual(['4711', '15.0'])
  const windows = prompts(requestsBefore, small)
  expect(windows.length).toBeGreaterThan(2)
  for (const call of windows) expect(call?.prompt.length).toBeLessThan(12_000)

  const blank = { name: 'blank.txt', content: Buffer.from('\n \n'), type: 'text/plain' }
  const document_id = await ada.document(tool_id, blank)
  const paidCount = small.requests.length
  const emptyReply = await post('single-pass-extraction', tool_id, { document_id })
  expect(emptyReply.status).toBe(202)
  expect(emptyReply.body.map(({ output }: Body) => output)).toEqual([null, null])
  expect(small.requests.length).toBe(paidCount)
})

test('[PS-297] [PS-299] rejects a challenge without a challenger model at its field', async () => {
  const { tool_id } = await project()
  const challenge_llm = await ada.cannedLlm(judge)
  const save = (body: Body) => ada.person.patch(`prompt-studio/${tool_id}`, body)
  for (const body of [
    { enable_challenge: true },
    { enable_challenge: true, challenge_llm: null },
  ]) {
    const { status, body: refusal } = await save(body)
    expect(status).toBe(400)
    expect(refusal.errors).toEqual([
      {
        attr: 'challenge_llm',
        code: 'required',
        detail: 'Select the language model that challenges the answers.',
      },
    ])
  }
  expect((await save({ enable_challenge: true, challenge_llm })).body).toMatchObject({
    enable_challenge: true,
    challenge_llm,
  })
  expect((await save({ challenge_llm: null })).status).toBe(400)
  expect((await save({ enable_challenge: false, challenge_llm: null })).status).toBe(200)
})

test('[PS-016] [PS-018] [PS-306] challenges each answer with a second model in both modes, and stores the log', async () => {
  const challenge_llm = await ada.cannedLlm(judge)
  const { tool_id, document_id, ids } = await project({ enable_challenge: true, challenge_llm })
  model.script({ reply: 'X' }, { reply: truth.invoice_number })
  judge.script(
    { reply: { score: 1, reason: 'That is no number.' } },
    { reply: { score: 5, reason: 'Right.' } },
  )
  const { body } = await post('fetch_response', tool_id, { id: ids[0], document_id })

  expect(body[0]).toMatchObject({
    output: truth.invoice_number,
    challenge_data: {
      file_name: invoice.name,
      result: truth.invoice_number,
      runs: [
        { type: 'extraction', status: 'success', result: 'X' },
        { type: 'challenge', status: 'success', score: 1, result: 'That is no number.' },
        { type: 'extraction', result: truth.invoice_number },
        { type: 'challenge', score: 5 },
        { type: 'result', status: 'success', score: 5, model: 'canned' },
      ],
    },
  })
  const judgements = async () => {
    const logs: Body[] = (await ada.person.get('logs/')).body.data
    const own = logs.filter(({ component }) => (component as Body).tool_id === tool_id)
    return own.filter(({ state }) => state === 'CHALLENGE').map(({ message }) => message)
  }
  await expect
    .poll(judgements)
    .toEqual([
      'Challenging the answer to “number”, round 1',
      'Challenging the answer to “number”, round 2',
    ])
  const usage = await server.ctx.db
    .selectFrom('usage_record')
    .select('llm_usage_reason')
    .where('run_id', '=', body[0].run_id)
    .execute()
  const reasons = usage.map(({ llm_usage_reason }) => llm_usage_reason)
  expect(reasons.toSorted()).toEqual(['challenge', 'challenge', 'extraction', 'extraction'])

  model.script({ reply: { number: 'A', total: '1' } })
  const unavailable = { status: 503, message: 'Down.' } as const
  judge.script(unavailable, unavailable)
  const pass = await post('single-pass-extraction', tool_id, { document_id })
  expect(pass.body.map(({ output }: Body) => output)).toEqual(['A', '1.0'])
  for (const { challenge_data } of pass.body) {
    expect(challenge_data.runs.map(({ status }: Body) => status)).toEqual([
      'success',
      'failed',
      'failed',
    ])
  }
})
