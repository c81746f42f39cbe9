import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import { describe, expect, test } from 'vitest'
import { ollamaEmbedding } from '../embedding/ollama.ts'
import { testLlm } from '../testing/llm-suite.ts'
import { outsideOn } from '../testing/outside.ts'
import { ollama } from './ollama.ts'

describe('Ollama', () => {
  const { server, open } = testLlm(
    ollama,
    (url, request_timeout) => ({
      adapter_name: 'Mine',
      model: 'canned-model',
      base_url: url,
      request_timeout,
    }),
    { saysRefusals: false, countsCache: false },
  )
  const last = () => server().requests.at(-1)

  test('is told the context window, or it would cut long documents off', async () => {
    const llm = open({ context_window: '16000', max_tokens: 200, temperature: 0.3 })

    await llm.complete!({ prompt: 'Hello', maxTokens: 500 })

    expect(llm.contextWindow).toBe(16_000)
    expect(last()?.body.options).toEqual({ num_ctx: 16_000, num_predict: 200, temperature: 0.3 })
  })

  test('without a window in the settings, it is asked for the one of the model, once', async () => {
    await using models = await startCannedModelServer({
      models: [
        {
          id: 'long',
          model_info: { 'general.architecture': 'llama', 'llama.context_length': 131_072 },
        },
        {
          id: 'set',
          parameters:
            'stop                           "<|end|>"\nnum_ctx                        16384',
          model_info: { 'llama.context_length': 131_072 },
        },
        { id: 'silent', model_info: { 'llama.context_length': 'long' } },
      ],
    })
    const windows = []
    for (const model of ['long', 'set', 'silent', 'not pulled']) {
      const settings = { adapter_name: 'Mine', base_url: models.url, model, context_window: 0 }
      const llm = ollama.open(settings, outsideOn(models.url))
      await llm.complete!({ prompt: 'Hello' })
      await llm.complete!({ prompt: 'Hello' })
      const { num_ctx } = models.requests.at(-1)!.body.options as { num_ctx?: number }
      windows.push([await llm.findContextWindow?.(), num_ctx])
    }

    expect(windows).toEqual([
      [131_072, 131_072],
      [16_384, 16_384],
      [0, undefined],
      [0, undefined],
    ])
  })

  test('JSON mode asks for JSON where no schema does', async () => {
    await open({ json_mode: true }).complete!({ prompt: 'Hello' })

    expect(last()?.body.format).toBe('json')
  })

  test.each(['/', '/v1', '/v1/'])('an address that ends with %s is understood', async (end) => {
    await open({ base_url: `${server().url}${end}` }).complete!({ prompt: 'Hello' })

    expect(last()?.path).toBe('/api/chat')
  })

  test('the models of the Ollama of this machine are found, each for its purpose', async () => {
    const unreachableNetwork = {
      ...outsideOn(),
      fetch: () => Promise.reject(new TypeError('fetch failed')),
    }
    expect(await ollama.findLocal!(unreachableNetwork, { isAsked: true })).toEqual([])

    const models = [
      { name: 'llama3.2:3b', details: { family: 'llama' } },
      { name: 'all-minilm:latest', details: { family: 'bert' } },
      { name: 'nomic-embed-text:latest' },
    ]
    const modelNetwork = { ...outsideOn(), fetch: async () => Response.json({ models }) }
    const modelsOf = (proposals: readonly { model: string }[]) =>
      proposals.map(({ model }) => model)

    expect(await ollama.findLocal!(modelNetwork, { isAsked: false })).toEqual([
      {
        name: 'Ollama llama3.2:3b',
        model: 'llama3.2:3b',
        settings: {
          model: 'llama3.2:3b',
          base_url: 'http://localhost:11434',
          context_window: 8192,
        },
      },
    ])
    const embeddings = await ollamaEmbedding.findLocal!(modelNetwork, { isAsked: false })
    expect(modelsOf(embeddings)).toEqual(['all-minilm:latest', 'nomic-embed-text:latest'])
  })

  test('thinking is off unless the adapter turns it on', async () => {
    await open().complete!({ prompt: 'Hello' })
    expect(last()?.body).toMatchObject({ think: false })

    await open({ enable_thinking: true }).complete!({ prompt: 'Hello' })
    expect(last()?.body).toMatchObject({ think: true })
  })

  test('a model that cannot think is asked again without the parameter', async () => {
    const llm = open({ enable_thinking: true, model: 'small' })
    const initialRequestCount = server().requests.length
    server().script({ status: 400, message: '"small" does not support thinking' })

    await llm.complete!({ prompt: 'Hello' })
    await llm.complete!({ prompt: 'Hello' })

    const bodies = server()
      .requests.slice(initialRequestCount)
      .map(({ body }) => 'think' in body)
    expect(bodies).toEqual([true, false, false])
  })
})
