import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
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
  const made = await ada.runnable(file, {
    fields,
    profile: { llm, chunk_size: 60, chunk_overlap: 0, similarity_top_k: 1, ...profile },
  })
  const { tool_id, document_id } = made
  const { prompt_id: id } = await ada.prompt(tool_id, { prompt_key: 'a', prompt })
  await ada.prompt(tool_id, { prompt_key: 'seller', prompt: 'Who sold it?' })
  const before = model.requests.length
  const path = `prompt-studio/prompt-preview/${tool_id}/`
  const { status, body } = await ada.person.post(path, { id, document_id })
  expect(model.requests.length).toBe(before)
  const outputs = (await ada.person.get(`prompt-studio/prompt-output/?tool_id=${tool_id}`)).body
  expect(outputs).toEqual([])
  const run = async () => {
    const ran = await ada.person.post(`prompt-studio/fetch_response/${tool_id}`, {
      ...{ id, document_id },
    })
    return { ran, prompt: model.requests.at(-1)?.call?.prompt }
  }
  return { ...made, id, status, body, run }
}

test('what a run would be refused for, its preview is refused for', async () => {
  const self = await previewOf('What is {{a}}?')
  expect([self.status, self.body.errors[0].detail]).toEqual([
    400,
    expect.stringContaining('refers to itself'),
  ])
  expect((await previewOf('Of {{custom_data.x}}?')).status).toBe(400)
  expect((await previewOf(' ')).status).toBe(422)
  const { tool_id, document_id, id } = await previewOf('Total?')
  const rival = server.as('admin', { organization: 'rival', name: 'mallory' })
  const stolen = await rival.post(`prompt-studio/prompt-preview/${tool_id}/`, { id, document_id })
  expect(stolen.status).toBe(404)
})

test('it is to the letter what the run then asks, with the chunks and about how many tokens', async () => {
  const grammar = { prompt_grammer: { warranty: ['guarantee'] }, preamble: 'Read with care.' }
  const { body, run } = await previewOf('How long is the warranty?', {}, grammar)
  const { ran, prompt } = await run()

  expect(body.prompt).toBe(prompt)
  expect(body.prompt).toContain('Read with care.')
  expect(body).toMatchObject({ is_cut: false, context_omitted: 0, notes: [], context_window: null })
  expect(body.context).toEqual([expect.stringContaining('eighteen months')])
  expect(body.context).toEqual(ran.body[0].context)
  expect(body.tokens).toBeGreaterThan(body.prompt.length / 8)
  expect(body.tokens).toBeLessThan(body.prompt.length)

  const whole = await previewOf('How long is the warranty?', { chunk_size: 0 })
  expect(whole.body.prompt).toBe((await whole.run()).prompt)
  expect(whole.body.context).toEqual([])
})

test('what only a paid call could say is left out and noted', async () => {
  const fusion = await previewOf('How long?', { retrieval_strategy: 'fusion' })
  expect(fusion.body.notes).toEqual([expect.stringContaining('fusion asks the model')])
  expect(fusion.body.prompt).toContain('[what is found in the document when the prompt runs]')

  const { body: embedding } = await ada.person.post('adapter/', {
    adapter_id: 'ollama|d58d7080-55a9-4542-becd-8433528e127b',
    adapter_name: 'Paid vectors',
    adapter_type: 'EMBEDDING',
    adapter_metadata: { base_url: model.url, model_name: 'canned', max_retries: 0 },
  })
  const paid = await previewOf('How long?', { embedding_model: embedding.id })
  expect(paid.body.notes).toEqual([
    expect.stringContaining('embedding model of the profile is paid'),
  ])

  const others = await previewOf('Ask {{https://a.example/x[seller]}} about {{seller}}')
  expect(others.status).toBe(200)
  expect(others.body.prompt).toContain('Ask [the reply of https://a.example/x] about {{seller}}')
  expect(others.body.notes).toHaveLength(2)
})

test('an adapter that reads by itself is asked no prompt', async () => {
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
