import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { studioOf } from '../../testing/studio.ts'

let server: TestServer
let ada: Person
let model: CannedModelServer
let silent: CannedModelServer

beforeAll(async () => {
  model = await startCannedModelServer({
    models: [
      { id: 'of-vllm', max_model_len: 16_384 },
      { id: 'of-openrouter', context_length: 131_072 },
      { id: 'of-groq', context_window: 32_768 },
      { id: 'of-lm-studio', max_context_length: 4096 },
      { id: 'of-llama-cpp', meta: { n_ctx: 2048, n_ctx_train: 131_072 } },
      { id: 'of-nobody', context_length: null },
      { id: 'absurd', context_length: -5 },
      { id: 'of-ollama', model_info: { 'qwen3.context_length': 65_536 } },
    ],
  })
  silent = await startCannedModelServer()
  server = await startServer()
  ada = server.as('admin')
})

afterAll(async () => {
  await server?.close()
  await model?.close()
  await silent?.close()
})

let adapters = 0

async function findWindow(from: CannedModelServer, settings: object): Promise<unknown> {
  adapters += 1
  const id = await studioOf(ada).cannedLlm(from, `Model ${adapters}`, { ...settings })
  return (await ada.get(`adapter/info/${id}/`)).body.context_window_size
}

test('a server is asked how many tokens its model accepts, whatever it calls that', async () => {
  for (const [name, size] of [
    ['of-vllm', 16_384],
    ['of-openrouter', 131_072],
    ['of-groq', 32_768],
    ['of-lm-studio', 4096],
    ['of-llama-cpp', 2048],
    ['of-nobody', undefined],
    ['absurd', undefined],
    ['not-listed', undefined],
  ] as const) {
    expect([name, await findWindow(model, { model: name })]).toEqual([name, size])
  }
})

test('Ollama is asked for the window of its model where the settings have none', async () => {
  const findOllamaWindow = async (context_window: number) => {
    adapters += 1
    const { body } = await ada.post('adapter/', {
      adapter_id: 'ollama|4b8bd31a-ce42-48d4-9d69-f29c12e0f276',
      adapter_name: `Ollama ${adapters}`,
      adapter_type: 'LLM',
      adapter_metadata: { base_url: model.url, model: 'of-ollama', context_window },
    })
    return (await ada.get(`adapter/info/${body.id}/`)).body.context_window_size
  }

  expect(await findOllamaWindow(0)).toBe(65_536)
  expect(await findOllamaWindow(3900)).toBe(3900)
})

test('the window in the settings wins, and a server without a list is no failure', async () => {
  expect(await findWindow(model, { model: 'of-vllm', context_window: 8000 })).toBe(8000)
  expect(await findWindow(silent, { model: 'of-vllm' })).toBeUndefined()
})

test('an adapter that gets another model gets its window', async () => {
  const id = await studioOf(ada).cannedLlm(model, 'Changing', { model: 'of-vllm' })
  const { body } = await ada.get(`adapter/${id}/`)
  await ada.patch(`adapter/${id}/`, {
    adapter_metadata: { ...body.adapter_metadata, model: 'of-groq' },
  })
  const info = await ada.get(`adapter/info/${id}/`)
  expect(info.body.context_window_size).toBe(32_768)
})
