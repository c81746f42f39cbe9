import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { brokenPdf, type SampleInvoice, sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

let server: TestServer
let model: CannedModelServer
let ada: Studio
let llm: string

beforeAll(async () => {
  model = await startCannedModelServer()
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  llm = await ada.cannedLlm(model)
})
afterAll(async () => {
  await server.close()
  await model.close()
})

type Body = Readonly<Record<string, unknown>>
const file = {
  name: 'letter.txt',
  content: Buffer.from(
    `${'The committee talked about parking.\n'.repeat(40)}The pump is under warranty for eighteen months.`,
  ),
}

async function previewOf(prompt: string, profile: Body = {}, fields: Body = {}) {
  const runnable = await ada.runnable(file, {
    fields,
    profile: { llm, chunk_size: 60, chunk_overlap: 0, similarity_top_k: 1, ...profile },
  })
  const { tool_id, document_id } = runnable
  const { prompt_id: id } = await ada.prompt(tool_id, { prompt_key: 'a', prompt })
  await ada.prompt(tool_id, { prompt_key: 'seller', prompt: 'Who sold it?' })
  const requestsBefore = model.requests.length
  const path = `prompt-studio/prompt-preview/${tool_id}/`
  const { status, body } = await ada.person.post(path, { id, document_id })
  expect(model.requests.length).toBe(requestsBefore)
  const outputs = (await ada.person.get(`prompt-studio/prompt-output/?tool_id=${tool_id}`)).body
  expect(outputs).toEqual([])
  const run = async () => {
    const runReply = await ada.person.post(`prompt-studio/fetch_response/${tool_id}`, {
      id,
      document_id,
    })
    return { ran: runReply, prompt: model.requests.at(-1)?.call?.prompt }
  }
  return { ...runnable, id, status, body, run }
}

test('rejects a preview for the same reasons as a run', async () => {
  const self = await previewOf('What is {{a}}?')
  expect([self.status, self.body.errors[0].detail]).toEqual([
    400,
    expect.stringContaining('refers to itself'),
  ])
  expect((await previewOf('Of {{custom_data.x}}?')).status).toBe(400)
  expect((await previewOf(' ')).status).toBe(422)
  const { tool_id, document_id, id } = await previewOf('Total?')
  const rival = server.as('admin', { organization: 'rival', name: 'mallory' })
  const foreignReply = await rival.post(`prompt-studio/prompt-preview/${tool_id}/`, {
    id,
    document_id,
  })
  expect(foreignReply.status).toBe(404)
})

test('previews exactly what the run then sends, with its chunks and an estimate of its tokens', async () => {
  const grammar = { prompt_grammer: { warranty: ['guarantee'] }, preamble: 'Read with care.' }
  const { body, run } = await previewOf('How long is the warranty?', {}, grammar)
  const { ran: runReply, prompt } = await run()

  expect(body.prompt).toBe(prompt)
  expect(body.prompt).toContain('Read with care.')
  expect(body).toMatchObject({ is_cut: false, context_omitted: 0, notes: [], context_window: null })
  expect(body.context).toEqual([expect.stringContaining('eighteen months')])
  expect(body.context).toEqual(runReply.body[0].context)
  expect(body.tokens).toBeGreaterThan(body.prompt.length / 8)
  expect(body.tokens).toBeLessThan(body.prompt.length)

  const whole = await previewOf('How long is the warranty?', { chunk_size: 0 })
  expect(whole.body.prompt).toBe((await whole.run()).prompt)
  expect(whole.body.context).toEqual([])
})

test('omits what only a paid call could tell, and notes it', async () => {
  const fusion = await previewOf('How long?', { retrieval_strategy: 'fusion' })
  expect(fusion.body.notes).toEqual([expect.stringContaining('fusion strategy calls the model')])
  expect(fusion.body.prompt).toContain('[the passages that are found when the prompt runs]')

  const { body: embedding } = await ada.person.post('adapter/', {
    adapter_id: 'ollama|d58d7080-55a9-4542-becd-8433528e127b',
    adapter_name: 'Paid vectors',
    adapter_type: 'EMBEDDING',
    adapter_metadata: { base_url: model.url, model_name: 'canned', max_retries: 0 },
  })
  const paidPreview = await previewOf('How long?', { embedding_model: embedding.id })
  expect(paidPreview.body.notes).toEqual([
    expect.stringContaining('profile’s embedding model is a paid service'),
  ])

  const otherPreviews = await previewOf('Ask {{https://a.example/x[seller]}} about {{seller}}')
  expect(otherPreviews.status).toBe(200)
  expect(otherPreviews.body.prompt).toContain(
    'Ask [the reply from https://a.example/x] about {{seller}}',
  )
  expect(otherPreviews.body.notes).toHaveLength(2)
})

test('shows no prompt for an adapter that answers without a model', async () => {
  const { LLM } = await ada.adapters()
  const builtIn = (await ada.person.get('adapter/?adapter_type=LLM')).body.find(
    ({ adapter_name }: Body) => adapter_name === 'Built-in extractor',
  )
  expect(LLM).toBeDefined()
  const { body } = await previewOf('Total?', { llm: builtIn.id })
  expect(body).toMatchObject({
    prompt: null,
    notes: [expect.stringContaining('reads the document')],
  })
})

type ProposedPrompt = Readonly<Record<'key' | 'prompt' | 'enforce_type', string>> & {
  readonly value: unknown
  readonly evidence: readonly { readonly page: number; readonly boxes: unknown }[]
}

const proposals = (tool_id: string, document_id: unknown, person = ada.person) =>
  person.post(`prompt-studio/proposed-fields/${tool_id}/`, { document_id })
const accept = (tool_id: string, fields: unknown, person = ada.person) =>
  person.post(`prompt-studio/proposed-fields/${tool_id}/accept/`, { fields })
const asFields = (proposals: readonly ProposedPrompt[]) =>
  proposals.map(({ key, prompt, enforce_type }) => ({ key, prompt, enforce_type }))
const keysOf = async (tool_id: string) => {
  const { body } = await ada.person.get(`prompt-studio/${tool_id}/`)
  return body.prompts.map(({ prompt_key }: Body) => prompt_key)
}

test('rejects proposals for unknown, foreign or broken documents and invalid fields, and stores nothing', async () => {
  const { tool_id } = await ada.project()
  const brokenFile = brokenPdf()
  const id = await ada.document(tool_id, { name: brokenFile.name, content: brokenFile.file })
  const unknownId = '00000000-0000-4000-8000-000000000000'
  const rival = server.as('admin', { organization: 'rival', name: 'mallory' })
  const field = { key: 'total', prompt: 'Total', enforce_type: 'number' }

  expect((await proposals(tool_id, unknownId)).status).toBe(404)
  expect((await proposals(tool_id, 'x')).body.errors[0].attr).toBe('document_id')
  expect((await proposals(tool_id, id, rival)).status).toBe(404)
  const unread = await proposals(tool_id, id)
  expect([unread.status, unread.body.errors[0].detail]).toEqual([
    400,
    expect.stringContaining('broken.pdf'),
  ])
  expect((await accept(tool_id, [field], rival)).status).toBe(404)
  expect((await accept(tool_id, [])).body.errors[0].attr).toBe('fields')
  const bad = [field, { ...field, key: '__proto__' }]
  expect((await accept(tool_id, bad)).body.errors[0].attr).toBe('fields.1.key')
  const odd = [field, { ...field, enforce_type: 'colour' }]
  expect((await accept(tool_id, odd)).body.errors[0].attr).toBe('fields.1.enforce_type')
  expect(await keysOf(tool_id)).toEqual([])
})

test('a JSON Schema becomes prompts, and one that cannot is refused with its place', async () => {
  const { tool_id } = await ada.project()
  const read = (schema: unknown, person = ada.person) =>
    person.post(`prompt-studio/schema-fields/${tool_id}/`, {
      schema: typeof schema === 'string' ? schema : JSON.stringify(schema),
    })
  const schema = {
    properties: {
      total: { type: 'number', description: 'Total with tax' },
      status: { enum: ['paid', 'open'] },
      lines: {
        type: 'array',
        items: { type: 'object', properties: { item: { type: 'string' }, price: {} } },
      },
    },
  }

  const { body } = await read(schema)

  expect(body).toEqual({
    known: 0,
    fields: [
      { key: 'total', prompt: 'Total with tax', enforce_type: 'number' },
      {
        key: 'status',
        prompt: 'status\nAnswer with one of these: "paid", "open"',
        enforce_type: 'text',
      },
      { key: 'lines', prompt: 'lines\nEach row has: item, price', enforce_type: 'record' },
    ],
  })
  expect((await accept(tool_id, body.fields)).body.taken).toEqual([])
  expect(await keysOf(tool_id)).toEqual(['total', 'status', 'lines'])
  expect((await read(schema)).body).toEqual({ known: 3, fields: [] })
  const rival = server.as('admin', { organization: 'rival', name: 'mallory' })
  expect((await read(schema, rival)).status).toBe(404)
  const refusals = await Promise.all([
    read('z.object({})'),
    read({ properties: { a: { type: 'money' } } }),
    read({ properties: { ['__proto__']: {} } }),
    read({ properties: { a: { description: 'x'.repeat(101_000) } } }),
  ])
  for (const refusal of refusals)
    expect(refusal).toMatchObject({ status: 400, body: { errors: [{ attr: 'schema' }] } })
  expect(refusals.map((refusal) => refusal.body.errors[0].detail)).toEqual([
    expect.stringMatching(/^This is not JSON/),
    expect.stringContaining('“/properties/a” has the type “money”'),
    expect.stringContaining('/__proto__'),
    expect.stringContaining('100000 characters'),
  ])
})

test('proposes prompts with types and values for an invoice, without a model or a profile', async () => {
  const [{ name, file, expected }] = (await sampleInvoices()) as [SampleInvoice]
  const { tool_id } = await ada.project()
  const id = await ada.document(tool_id, { name, content: file })
  const requestsBefore = model.requests.length

  const { status, body } = await proposals(tool_id, id)

  expect([status, body.known]).toEqual([200, 0])
  const fields: readonly ProposedPrompt[] = body.fields
  const number = fields.find(({ value }) => value === expected.invoice_number)
  expect(number).toMatchObject({
    key: expect.stringMatching(/^[a-z0-9_]+$/),
    enforce_type: 'text',
    evidence: [{ page: 0, quote: expected.invoice_number, match: 'exact' }],
  })
  expect(fields.some(({ enforce_type }) => enforce_type === 'date')).toBe(true)
  expect(fields.every(({ evidence, value }) => evidence.length > 0 && value !== null)).toBe(true)
  expect(model.requests.length).toBe(requestsBefore)

  const acceptance = await accept(tool_id, asFields(fields))
  expect(acceptance.body.taken).toEqual([])
  expect(await keysOf(tool_id)).toEqual(fields.map(({ key }) => key))
  expect(acceptance.body.prompts[0]).toMatchObject({
    prompt_key: fields[0]?.key,
    prompt: fields[0]?.prompt,
    enforce_type: fields[0]?.enforce_type,
    follows_default_profile: true,
    active: true,
    sequence_number: 1,
  })
  expect((await proposals(tool_id, id)).body).toEqual({ fields: [], known: fields.length })
})

test('keeps the values of accepted proposals without a call of a model, until a run replaces them', async () => {
  const content = Buffer.from('Invoice number: FO-2219\nTotal due: 12.50 EUR\n')
  const { tool_id, document_id } = await ada.runnable(
    { name: 'note.txt', content },
    { profile: { llm } },
  )
  const { fields } = (await proposals(tool_id, document_id)).body
  const requestsBefore = model.requests.length
  const [number, ...otherFields] = asFields(fields)
  const acceptWith = (body: Body) =>
    ada.person.post(`prompt-studio/proposed-fields/${tool_id}/accept/`, { document_id, ...body })
  const outputsOf = async (id: unknown): Promise<Body[]> =>
    (await ada.person.get(`prompt-studio/prompt-output/?tool_id=${tool_id}&prompt_id=${id}`)).body

  const unknownId = '00000000-0000-4000-8000-000000000000'
  expect((await acceptWith({ fields: [number], document_id: unknownId })).status).toBe(404)
  expect(await keysOf(tool_id)).toEqual([])
  const acceptance = (await acceptWith({ fields: [number] })).body
  const rewordedField = { ...otherFields[0], prompt: 'What is owed in the end?' }
  const rewordedPrompt = (await acceptWith({ fields: [rewordedField] })).body.prompts[0]

  const id = acceptance.prompts[0].prompt_id
  const [storedOutput] = await outputsOf(id)
  expect(storedOutput).toMatchObject({
    output: 'FO-2219',
    origin: 'proposal',
    is_single_pass_extract: false,
    evidence_data: [{ page: 0, quote: 'FO-2219', match: 'exact' }],
    explanation: expect.stringContaining('Invoice number'),
    confidence: expect.any(Number),
    token_usage: { total_tokens: null, cost_in_dollars: null },
    stale: [],
  })
  // Nobody has read what a reworded prompt asks for.
  expect(await outputsOf(rewordedPrompt.prompt_id)).toEqual([])
  expect(model.requests.length).toBe(requestsBefore)

  model.script({ reply: 'FO-2219 (corrected)' })
  await ada.person.post(`prompt-studio/fetch_response/${tool_id}`, { id, document_id })
  expect(await outputsOf(id)).toMatchObject([
    {
      prompt_output_id: storedOutput?.prompt_output_id,
      output: 'FO-2219 (corrected)',
      origin: 'run',
    },
  ])
})

test('never bases two proposals on the same text', async () => {
  const { tool_id } = await ada.project()
  for (const { name, file } of await sampleInvoices()) {
    const id = await ada.document(tool_id, { name, content: file })
    const fields: readonly ProposedPrompt[] = (await proposals(tool_id, id)).body.fields
    const places = fields.map(({ evidence: [getPath] }) =>
      JSON.stringify([getPath?.page, getPath?.boxes]),
    )
    expect(places.length).toBeGreaterThan(1)
    expect(new Set(places).size).toBe(places.length)
  }
})

test('proposes the right type for a value among other words', async () => {
  const { tool_id } = await ada.project()
  const content = Buffer.from(
    'Total due: please pay 12.50 EUR now\nDue date: on or before 4 May 2026\nGate: B14 to B18\n',
  )
  const id = await ada.document(tool_id, { name: 'due.txt', content })
  const fields: readonly ProposedPrompt[] = (await proposals(tool_id, id)).body.fields
  expect(fields.map(({ key, enforce_type, value }) => [key, enforce_type, value])).toEqual([
    ['total_due', 'number', 12.5],
    ['due_date', 'date', '2026-05-04'],
    ['gate', 'text', 'B14 to B18'],
  ])
})

test('omits existing keys, and adds nothing twice when proposals are accepted twice', async () => {
  const { tool_id } = await ada.project()
  const content = Buffer.from('Invoice number: FO-2219\nContact: help@fernbrook.example\n')
  const id = await ada.document(tool_id, { name: 'note.txt', content })
  await ada.prompt(tool_id, { prompt_key: 'contact', prompt: 'Who is it?' })

  const { body } = await proposals(tool_id, id)
  expect(body).toMatchObject({
    fields: [{ key: 'invoice_number', prompt: 'Invoice number', value: 'FO-2219' }],
    known: 1,
  })
  const fields = [...asFields(body.fields), { key: 'contact', prompt: 'C', enforce_type: 'email' }]
  const acceptance = await accept(tool_id, fields)
  expect(acceptance.body.taken).toEqual(['contact'])
  const secondReply = await accept(tool_id, [...fields, ...asFields(body.fields)])
  expect(secondReply.body).toEqual({
    prompts: [],
    taken: ['invoice_number', 'contact', 'invoice_number'],
  })
  expect(await keysOf(tool_id)).toEqual(['contact', 'invoice_number'])
})

test('proposes nothing for running text', async () => {
  const { tool_id } = await ada.project()
  const content = Buffer.from('we met by the sea and spoke of little else')
  const id = await ada.document(tool_id, { name: 'sea.txt', content })
  expect((await proposals(tool_id, id)).body).toEqual({ fields: [], known: 0 })
})
