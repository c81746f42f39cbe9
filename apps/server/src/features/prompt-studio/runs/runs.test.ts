import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestFile } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

let server: TestServer
let model: CannedModelServer
let ada: Studio
let cannedReply: string
let invoice: TestFile
let truth: { readonly total: number; readonly invoice_number: string; readonly issue_date: string }

beforeAll(async () => {
  model = await startCannedModelServer()
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  cannedReply = await ada.cannedLlm(model, 'Canned model')
  const [sample] = await sampleInvoices()
  invoice = { name: sample!.name, content: sample!.file }
  truth = sample!.expected
})
afterAll(async () => {
  await server.close()
  await model.close()
})

const unknownId = '00000000-0000-4000-8000-000000000000'
type Body = Readonly<Record<string, unknown>>

const cannedProject = (fields: Body = {}, profile: Body = {}) =>
  ada.runnable(invoice, { fields, profile: { llm: cannedReply, ...profile } })
const run = (projectId: string, body: Body, person = ada.person) =>
  person.post(`prompt-studio/fetch_response/${projectId}`, body)
const outputs = async (query: string, person = ada.person) =>
  (await person.get(`prompt-studio/prompt-output/?${query}`)).body

test('rejects a run of something missing or empty, and skips notes', async () => {
  const { tool_id, document_id } = await cannedProject()
  const prompt = async (fields: Body) => (await ada.prompt(tool_id, fields)).prompt_id
  const refusal = async (id: string, fields: Body = {}) => {
    const { status, body } = await run(tool_id, { id, document_id, ...fields })
    return [status, body.type]
  }
  const fine = await prompt({ prompt_key: 'fine', prompt: 'Fine?' })

  expect(await refusal(unknownId)).toEqual([404, 'client_error'])
  expect(await refusal(fine, { document_id: unknownId })).toEqual([404, 'client_error'])
  expect(await refusal(fine, { profile_manager: unknownId })).toEqual([404, 'client_error'])
  expect((await run(tool_id, { id: fine })).body.errors).toEqual([
    expect.objectContaining({ attr: 'document_id', code: 'required' }),
  ])
  expect(await refusal(await prompt({ prompt_key: 'empty', prompt: ' ' }))).toEqual([
    422,
    'client_error',
  ])
  const note = await prompt({ prompt_key: 'note', prompt: 'Hm', prompt_type: 'NOTES' })
  expect(await run(tool_id, { id: note, document_id })).toMatchObject({ status: 202, body: [] })
  expect(await outputs(`tool_id=${tool_id}`)).toEqual([])
})

test('rejects a run if the caller may not use an adapter of its profile', async () => {
  const { tool_id, document_id } = await cannedProject({ shared_to_org: true })
  const { prompt_id } = await ada.prompt(tool_id, { prompt_key: 'total', prompt: 'Total?' })

  const { status, body } = await run(tool_id, { id: prompt_id, document_id }, server.as('user'))
  expect(status).toBe(403)
  expect(body.errors[0].detail).toContain('Canned model')
})

test('runs nothing without a default profile, and runs again once there is one [PS-168]', async () => {
  const { tool_id, profile_id, document_id } = await cannedProject()
  const { prompt_id: id } = await ada.prompt(tool_id, {
    prompt_key: 'number',
    prompt: 'Which number?',
    profile_manager: profile_id,
  })
  await ada.person.patch(`prompt-studio/profile-manager/${profile_id}/`, { is_default: false })

  const { status, body } = await run(tool_id, { id, document_id, profile_manager: 'undefined' })
  expect(status).toBe(500)
  expect(body.type).toBe('server_error')
  const explicitReply = await run(tool_id, { id, document_id, profile_manager: profile_id })
  expect(explicitReply.status).toBe(500)

  model.script({ reply: truth.invoice_number })
  await ada.person.patch(`prompt-studio/profile-manager/${profile_id}/`, { is_default: true })
  const replyWithDefault = await run(tool_id, { id, document_id, profile_manager: profile_id })
  expect(replyWithDefault.status).toBe(202)
})

test('[PS-254] [PS-016] [PS-019] [PS-272] returns 202 with the finished output, its evidence and its tokens', async () => {
  const { tool_id, profile_id, document_id } = await cannedProject({
    prompt_grammer: { total: ['amount due'] },
    preamble: 'Read with care.',
  })
  const { prompt_id } = await ada.prompt(tool_id, {
    prompt_key: 'total',
    prompt: 'What is the total?',
    enforce_type: 'number',
  })
  model.script({ reply: String(truth.total) })
  const requestsBefore = model.requests.length

  const { status, body } = await run(tool_id, {
    id: prompt_id,
    document_id,
    profile_manager: profile_id,
    run_id: 'run-1',
  })

  expect(status).toBe(202)
  expect(body).toEqual([
    {
      prompt_output_id: expect.any(String),
      prompt_id,
      document_manager: document_id,
      profile_manager: profile_id,
      tool_id,
      is_single_pass_extract: false,
      output: String(truth.total),
      context: [expect.stringContaining(truth.invoice_number)],
      challenge_data: null,
      highlight_data: null,
      confidence_data: null,
      confidence: expect.any(Number),
      calibration: null,
      word_confidence_data: expect.any(Number),
      evidence_data: [
        {
          page: 0,
          boxes: [expect.any(Array)],
          quote: expect.stringMatching(/\d/),
          match: 'normalised',
        },
      ],
      explanation: null,
      list_report: null,
      escalation: null,
      eval_metrics: [],
      origin: 'run',
      run_id: 'run-1',
      stale: [],
      token_usage: {
        embedding_tokens: 0,
        prompt_tokens: expect.any(Number),
        completion_tokens: expect.any(Number),
        total_tokens: expect.any(Number),
        cost_in_dollars: null,
      },
      coverage: [document_id],
      created_by: expect.any(Number),
      modified_by: expect.any(Number),
      created_at: expect.any(String),
      modified_at: expect.any(String),
    },
  ])
  expect(body[0].token_usage.total_tokens).toBeGreaterThan(0)
  const lastPrompt = model.requests[requestsBefore]?.call?.prompt ?? ''
  for (const part of ['Read with care.', 'What is the total?', '"amount due"']) {
    expect(lastPrompt).toContain(part)
  }
  expect(await outputs(`tool_id=${tool_id}&document_manager=${document_id}`)).toEqual(body)
})

test('computes the cost of a run from the price list or the adapter’s prices', async () => {
  const costOf = async (settings: Body) => {
    const llm = await ada.cannedLlm(model, undefined, settings)
    const { tool_id, document_id } = await ada.runnable(invoice, { profile: { llm } })
    const { prompt_id: id } = await ada.prompt(tool_id, { prompt_key: 'a', prompt: 'A?' })
    const { body } = await run(tool_id, { id, document_id })
    const info = await ada.person.get(`adapter/info/${llm}/`)
    return { ...body[0].token_usage, window: info.body.context_window_size }
  }

  const listedCost = await costOf({ model: 'gpt-4o-mini' })
  expect(listedCost.cost_in_dollars).toBeCloseTo(
    (listedCost.prompt_tokens * 0.15 + listedCost.completion_tokens * 0.6) / 1e6,
  )
  expect(listedCost.cost_in_dollars).toBeGreaterThan(0)
  expect(listedCost.window).toBe(128_000)
  const own = { model: 'of our own', input_price: 2, output_price: '10', context_window: 9000 }
  const adapterCost = await costOf(own)
  expect(adapterCost.cost_in_dollars).toBeCloseTo(
    (adapterCost.prompt_tokens * 2 + adapterCost.completion_tokens * 10) / 1e6,
  )
  expect(adapterCost.window).toBe(9000)
  const unlistedCost = await costOf({ model: 'of nobody' })
  expect(unlistedCost.cost_in_dollars).toBeNull()
  // A context window of 0 would be shown as the maximum.
  expect(unlistedCost.window).toBeUndefined()
})

test('[PS-009] counts the documents that gave a prompt a value as its coverage', async () => {
  const { tool_id, document_id } = await cannedProject()
  const { prompt_id } = await ada.prompt(tool_id, { prompt_key: 'a', prompt: 'A?' })
  const coverage = async () =>
    (await ada.person.get(`prompt-studio/${tool_id}`)).body.prompts[0].coverage

  expect(await coverage()).toEqual([])
  model.script({ reply: 'NA' }, { reply: 'A value' })
  await run(tool_id, { id: prompt_id, document_id })
  expect(await coverage()).toEqual([])
  await run(tool_id, { id: prompt_id, document_id })
  expect(await coverage()).toEqual([document_id])
})

test('returns values as text: numbers with a point, booleans as words, JSON as JSON, and null if there is none', async () => {
  const { tool_id, document_id } = await cannedProject()
  const cases = [
    ['number', '20', '20.0'],
    ['number', '41.5', '41.5'],
    ['boolean', 'yes', 'True'],
    ['boolean', 'no', 'False'],
    ['json', '{"a": ["NA", 2]}', '{"a":[null,2]}'],
    ['date', truth.issue_date, truth.issue_date],
    ['email', 'Write to ann@example.org.', 'ann@example.org'],
    ['text', 'two\nlines\n', 'two\nlines'],
    ['text', 'NA', null],
  ] as const
  for (const [i, [enforce_type, reply, output]] of cases.entries()) {
    const fields = { prompt_key: `case ${i}`, prompt: 'What?', enforce_type }
    const { prompt_id } = await ada.prompt(tool_id, fields)
    model.script({ reply })
    const { body } = await run(tool_id, { id: prompt_id, document_id })
    expect(body[0].output).toBe(output)
  }
})

test('overwrites the row with a new run, and asks the model again', async () => {
  const { tool_id, document_id } = await cannedProject()
  const { prompt_id: id } = await ada.prompt(tool_id, { prompt_key: 'a', prompt: 'A?' })
  model.script({ reply: 'first' }, { reply: 'second' })
  const requestsBefore = model.requests.length

  const [first] = (await run(tool_id, { id, document_id })).body
  const [second] = (await run(tool_id, { id, document_id })).body

  expect(model.requests.length).toBe(requestsBefore + 2)
  expect([first.output, second.output]).toEqual(['first', 'second'])
  expect(second.prompt_output_id).toBe(first.prompt_output_id)
  expect(await outputs(`tool_id=${tool_id}&prompt_id=${id}`)).toEqual([second])
})

test('joins an identical run that is in progress, and pays once', async () => {
  const { tool_id, document_id } = await cannedProject()
  const { prompt_id: id } = await ada.prompt(tool_id, { prompt_key: 'a', prompt: 'A?' })
  const requestsBefore = model.requests.length
  model.script({ reply: 'once', latencyMs: 500 })

  const answers = await Promise.all(
    Array.from({ length: 4 }, () => run(tool_id, { id, document_id })),
  )

  expect(model.requests.length).toBe(requestsBefore + 1)
  for (const { status, body } of answers) {
    expect(status).toBe(202)
    expect(body).toEqual(answers[0]?.body)
  }
})

test('reports that a prompt was deleted during its run', async () => {
  const { tool_id, document_id } = await cannedProject()
  const { prompt_id: id } = await ada.prompt(tool_id, { prompt_key: 'a', prompt: 'A?' })
  const requestsBefore = model.requests.length
  model.script({ reply: 'too late', latencyMs: 400 })

  const pendingRun = run(tool_id, { id, document_id })
  await model.received(requestsBefore + 1)
  await ada.person.delete(`prompt-studio/prompt/${id}/`)

  const { status, body } = await pendingRun
  expect(status).toBe(409)
  expect(body.errors[0].detail).toMatch(/deleted/)
})

test('runs several prompts of one document concurrently, and completes all of them', async () => {
  const { tool_id, document_id } = await cannedProject({}, { chunk_size: 60, chunk_overlap: 0 })
  const prompts = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map((key) =>
      ada.prompt(tool_id, { prompt_key: key, prompt: `What is ${key}?` }),
    ),
  )

  const answers = await Promise.all(
    prompts.map(({ prompt_id }) => run(tool_id, { id: prompt_id, document_id })),
  )

  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202])
  expect(await outputs(`tool_id=${tool_id}`)).toHaveLength(5)
})

test('sends the chunks nearest to the prompt if a chunk size is set', async () => {
  const { tool_id, profile_id, document_id } = await cannedProject(
    {},
    { chunk_size: 60, chunk_overlap: 10, similarity_top_k: 2 },
  )
  const { prompt_id } = await ada.prompt(tool_id, {
    prompt_key: 'number',
    prompt: 'What is the invoice number?',
  })
  const { body } = await run(tool_id, { id: prompt_id, document_id })

  expect(body[0].context).toHaveLength(2)
  expect(body[0].context.join(' ')).toContain(truth.invoice_number)
  expect(body[0].context.join(' ').length).toBeLessThanOrEqual(2 * 60 * 4 + 1)
  const { body: rows } = await ada.person.get(
    `prompt-studio/document-index/?profile_manager=${profile_id}`,
  )
  expect(rows[0].index_ids_history).toEqual([rows[0].raw_index_id])
  expect(body[0].token_usage.embedding_tokens).toBeGreaterThan(0)
})

test('lets the model split a prompt into sub-questions and searches each', async () => {
  const { tool_id, document_id } = await cannedProject(
    {},
    { chunk_size: 60, similarity_top_k: 1, retrieval_strategy: 'subquestion' },
  )
  const { prompt_id } = await ada.prompt(tool_id, {
    prompt_key: 'both',
    prompt: 'Who sold it, and where is it paid to?',
  })
  const requestsBefore = model.requests.length
  model.script(
    { reply: '1. What is the invoice number and its date?\n- To which IBAN is it paid?' },
    { reply: 'Somebody' },
  )

  const { body } = await run(tool_id, { id: prompt_id, document_id })

  expect(model.requests.length).toBe(requestsBefore + 2)
  expect(body[0].context).toHaveLength(2)
  expect(body[0].output).toBe('Somebody')
})

test('resolves references to outputs of other prompts, and refuses to run while they are missing', async () => {
  const { tool_id, document_id } = await cannedProject()
  const seller = await ada.prompt(tool_id, { prompt_key: 'seller', prompt: 'Who sold it?' })
  const email = await ada.prompt(tool_id, {
    prompt_key: 'email',
    prompt: 'The address of {{seller}}, also known as %seller%, at 50% of 100%?',
  })

  const early = await run(tool_id, { id: email.prompt_id, document_id })
  expect(early.status).toBe(403)
  expect(early.body.errors[0].detail).toContain('seller')

  model.script({ reply: 'Brindle & Sons' })
  await run(tool_id, { id: seller.prompt_id, document_id })
  const requestsBefore = model.requests.length
  await run(tool_id, { id: email.prompt_id, document_id })
  expect(model.requests[requestsBefore]?.call?.prompt).toContain(
    'The address of Brindle & Sons, also known as Brindle & Sons, at 50% of 100%?',
  )
})

test('passes on the error of the provider, but never as 401', async () => {
  const { tool_id, document_id } = await cannedProject()
  const { prompt_id: id } = await ada.prompt(tool_id, { prompt_key: 'a', prompt: 'A?' })
  for (const [turn, status, type] of [
    [{ status: 500, message: 'The engine is on fire.' }, 500, 'server_error'],
    [{ status: 429, message: 'Slow down.', retryAfterSeconds: 7 }, 429, 'client_error'],
    [{ status: 401, message: 'Who are you?' }, 400, 'client_error'],
  ] as const) {
    model.script(turn)
    const answer = await run(tool_id, { id, document_id })
    expect(answer.status).toBe(status)
    expect(answer.body.type).toBe(type)
    expect(answer.body.errors[0].detail).toContain('Canned model: ')
    expect(answer.body.errors[0].detail).not.toContain('sesame')
  }
  expect(await outputs(`tool_id=${tool_id}`)).toEqual([])

  model.script({ reply: 'fine again' })
  expect((await run(tool_id, { id, document_id })).status).toBe(202)
})

test('[RV-012] [PS-312] [PS-316] answers with the built-in extractor without a model, with evidence, explanation and confidence', async () => {
  const { tool_id } = await ada.project({ enable_highlight: true })
  const document_id = await ada.document(tool_id, invoice)
  const { prompt_id: id } = await ada.prompt(tool_id, {
    prompt_key: 'invoice_number',
    prompt: 'What is the invoice number?',
  })
  const requestsBefore = model.requests.length

  const { status, body } = await run(tool_id, { id, document_id })

  expect(status).toBe(202)
  expect(model.requests.length).toBe(requestsBefore)
  const [{ output, evidence_data, highlight_data, confidence_data, confidence, token_usage }] = body
  expect(output).toBe(truth.invoice_number)
  expect(evidence_data).toEqual([expect.objectContaining({ page: 0, quote: output })])
  const [[, top, , bottom]] = evidence_data[0].boxes
  const [[page, position, pageHeight, lineHeight]] = highlight_data
  expect([page, position]).toEqual([0, Math.round(bottom * 4)])
  expect(lineHeight).toBe(Math.round((bottom - top) * 4))
  expect(pageHeight).toBeGreaterThan(position)
  expect(confidence).toBeGreaterThan(0.5)
  expect(confidence).toBeLessThan(1)
  expect(confidence_data).toEqual([[{ confidence: confidence.toFixed(2), text: output }]])
  expect(body[0].word_confidence_data).toBe(confidence)
  expect(body[0].explanation).toMatch(/^Found .* the label “.+” on page 1\.$/)
  expect(token_usage).toEqual({
    embedding_tokens: null,
    prompt_tokens: null,
    completion_tokens: null,
    total_tokens: null,
    cost_in_dollars: null,
  })
})

test('rejects what needs a model for an adapter without one, and names the adapter', async () => {
  const { tool_id, default_profile } = await ada.project()
  const { LLM } = await ada.adapters()
  const { body: adapter } = await ada.person.get(`adapter/info/${LLM}/`)
  const builtIn = (await ada.person.get('adapter/?adapter_type=LLM')).body.find(
    ({ adapter_name }: Body) => adapter_name === 'Built-in extractor',
  )
  expect(adapter).toBeDefined()
  const document_id = await ada.document(tool_id, invoice)
  const { prompt_id: id } = await ada.prompt(tool_id, { prompt_key: 'a', prompt: 'A?' })

  // Earlier versions saved this choice.
  await server.ctx.db
    .updateTable('project')
    .set({ enable_challenge: true, challenge_llm_id: builtIn.id })
    .where('id', '=', tool_id)
    .execute()
  const challengedReply = await run(tool_id, { id, document_id })
  expect(challengedReply.status).toBe(400)
  expect(challengedReply.body.errors[0].detail).toContain('Built-in extractor')
  await ada.person.patch(`prompt-studio/${tool_id}`, { enable_challenge: false })

  await ada.person.patch(`prompt-studio/profile-manager/${default_profile}/`, {
    chunk_size: 100,
    retrieval_strategy: 'subquestion',
  })
  const split = await run(tool_id, { id, document_id })
  expect(split.status).toBe(400)
  expect(split.body.errors[0].detail).toContain('Built-in extractor')

  await ada.person.patch(`prompt-studio/${tool_id}`, { summarize_as_source: true })
  const summary = await run(tool_id, { id, document_id })
  expect(summary.body.errors[0].detail).toBe(
    `Summary needs to be indexed before running the prompt - ${invoice.name}`,
  )
})

test('[PS-287] runs all prompts in order without an id, and marks their rows as single pass', async () => {
  const { tool_id, profile_id, document_id } = await cannedProject({ enable_highlight: true })
  const emptyReply = await ada.person.post(`prompt-studio/single-pass-extraction/${tool_id}`, {
    document_id,
  })
  expect(emptyReply.status).toBe(404)

  await ada.prompt(tool_id, { prompt_key: 'number', prompt: 'Which number?' })
  await ada.prompt(tool_id, { prompt_key: 'date', prompt: 'When was {{number}} issued?' })
  await ada.prompt(tool_id, { prompt_key: 'off', prompt: 'Off?', active: false })
  await ada.prompt(tool_id, { prompt_key: 'table', prompt: 'All?', enforce_type: 'table' })
  await ada.prompt(tool_id, { prompt_key: 'note', prompt: 'Hm', prompt_type: 'NOTES' })
  model.script({ reply: { number: truth.invoice_number } }, { reply: 'No date' })
  const requestsBefore = model.requests.length

  const { status, body } = await run(tool_id, { document_id })

  expect(status).toBe(202)
  expect(body.map(({ output }: Body) => output)).toEqual([truth.invoice_number, 'No date'])
  expect(model.requests.length).toBe(requestsBefore + 2)
  expect(model.requests[requestsBefore + 1]?.call?.prompt).toContain(
    `When was ${truth.invoice_number} issued?`,
  )
  for (const row of body) {
    expect(row).toMatchObject({
      is_single_pass_extract: true,
      profile_manager: profile_id,
      highlight_data: { number: [[0, expect.any(Number), expect.any(Number), expect.any(Number)]] },
    })
  }
  expect(await outputs(`tool_id=${tool_id}`)).toEqual([])
  expect(await outputs(`tool_id=${tool_id}&is_single_pass_extract=true`)).toHaveLength(2)

  const secondReply = await ada.person.post(`prompt-studio/single-pass-extraction/${tool_id}`, {
    document_id,
  })
  expect(secondReply.status).toBe(202)
  expect(await outputs(`tool_id=${tool_id}&is_single_pass_extract=true`)).toHaveLength(2)
})
