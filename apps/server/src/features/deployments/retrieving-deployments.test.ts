import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDeployment, makeTool, makeWorkflow } from '../../testing/make-tool.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer
let model: CannedModelServer
let ada: Person
let llm: string

beforeAll(async () => {
  model = await startCannedModelServer({ reply: ({ prompt = '' }) => answerTo(prompt) })
  server = await startServer({ worker: true })
  ada = server.as('admin')
  const { body } = await ada.post('adapter/', {
    adapter_id: 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09',
    adapter_name: 'Canned',
    adapter_type: 'LLM',
    adapter_metadata: { api_base: `${model.url}/v1`, model: 'canned', max_retries: 0 },
  })
  llm = body.id
})
afterAll(async () => {
  await server?.close()
  await model?.close()
})

function answerTo(prompt: string): string {
  if (prompt.includes('Choose how')) return 'keyword'
  if (prompt.includes('in an index')) return 'warranty, pump'
  return prompt.includes('eighteen months') ? 'eighteen months' : 'NA'
}

const manual = {
  name: 'manual.txt',
  content: Buffer.from(
    `${'The committee talked about parking and the canteen.\n'.repeat(60)}The warranty of the pump lasts eighteen months.\n${'The committee talked about the weather.\n'.repeat(60)}`,
  ),
}

let count = 0

async function deploy(prompt: string, profile: Readonly<Record<string, unknown>>) {
  const name = `manual${++count}`
  const sample = { ...manual, field: 'file' }
  const fields = [
    { key: 'after', prompt: 'Repeat {{warranty}}' },
    { key: 'warranty', prompt },
  ]
  const { toolId, projectId, profileId } = await makeTool(ada, {
    name,
    fields,
    sample,
    llmId: llm,
  })
  await ada.patch(`prompt-studio/profile-manager/${profileId}/`, {
    chunk_size: 60,
    chunk_overlap: 0,
    similarity_top_k: 2,
    ...profile,
  })
  await ada.post(`prompt-studio/export/${projectId}`, {
    is_shared_with_org: true,
    force_export: true,
  })
  return makeDeployment(ada, name, await makeWorkflow(ada, name, toolId))
}

type DeploymentUnderTest = Awaited<ReturnType<typeof deploy>>

const call = ({ path, key }: DeploymentUnderTest, fields: Readonly<Record<string, string>> = {}) =>
  server.anonymous.upload(
    path,
    {
      files: [{ ...manual, field: 'files' }],
      fields: { timeout: '60', include_metadata: 'true', ...fields },
    },
    { headers: { authorization: `Bearer ${key}` } },
  )

test.each([
  ['simple', 4],
  ['subquestion', 6],
  ['fusion', 6],
  ['recursive', 4],
  ['router', 6],
  ['automerging', 4],
])(
  'a deployment retrieves by %s, tells the chunks, and leaves nothing behind',
  async (strategy, maxPassages) => {
    const deployment = await deploy('How long is the warranty of the pump?', {
      retrieval_strategy: strategy,
    })
    const { status, body } = await call(deployment)

    expect(status, JSON.stringify(body)).toBe(200)
    const { output, metadata } = body.message.result[0].result
    expect(output.warranty).toBe('eighteen months')
    expect(metadata.context.warranty.join()).toContain('eighteen months')
    expect(metadata.context.warranty.length).toBeLessThanOrEqual(maxPassages)
    expect(metadata).not.toHaveProperty('context_omitted')
    const left = await server.ctx.db.selectFrom('vector_item').select('id').execute()
    expect(left).toEqual([])
  },
)

test('a keyword table is paid, counted and forgotten with its run', async () => {
  const deployment = await deploy('How long is the warranty of the pump?', {
    retrieval_strategy: 'keyword_table',
  })
  const initialRequestCount = model.requests.length
  const { body } = await call(deployment)

  const { output, metadata } = body.message.result[0].result
  expect(output.warranty).toBe('eighteen months')
  expect(model.requests.length).toBeGreaterThan(initialRequestCount + 4)
  const paidCount = model.requests
    .slice(initialRequestCount)
    .reduce((sum, { call }) => sum + (call?.prompt?.length ?? 0), 0)
  expect(metadata.extraction_llm[0].input_tokens).toBeGreaterThan(paidCount / 10)
  expect(await server.ctx.db.selectFrom('passage_keyword').select('at').execute()).toEqual([])
})

test('custom data of a request is refused when it is no object, and fails the file that it lacks something for', async () => {
  const deployment = await deploy('{{custom_data.what}} warranty?', { chunk_size: 0 })

  for (const custom_data of ['{', '[1]', '"text"']) {
    const refusedReply = await call(deployment, { custom_data })
    expect(refusedReply.status).toBe(400)
    expect(refusedReply.body.errors[0].attr).toBe('custom_data')
  }
  for (const fields of [{}, { custom_data: '{"other":1}' }]) {
    const { body } = await call(deployment, fields)
    expect(body.message.result[0]).toMatchObject({
      status: 'Failed',
      error: expect.stringContaining('“custom_data.what”'),
    })
  }
})

test('custom data of a request goes into its prompts, and another’s result is not taken for it', async () => {
  const deployment = await deploy('{{custom_data.what}} warranty?', { chunk_size: 0 })
  const initialRequestCount = model.requests.length
  const listPrompts = () =>
    model.requests.slice(initialRequestCount).map(({ call }) => call?.prompt ?? '')
  const history = { use_file_history: 'true' }

  await call(deployment, { custom_data: '{"what":"Which"}', ...history })
  expect(listPrompts()[0]).toContain('Which warranty?')
  await call(deployment, { custom_data: '{"what":"Whose"}', ...history })
  expect(listPrompts()[2]).toContain('Whose warranty?')
  await call(deployment, { custom_data: '{"what":"Which"}', ...history })
  expect(listPrompts()).toHaveLength(4)
})
