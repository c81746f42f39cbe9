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

    // A short question needs no memory for a hundred thousand tokens.
    expect(windows).toEqual([
      [65_536, 16_384],
      [16_384, 16_384],
      [0, 16_384],
      [0, 16_384],
    ])
  })

  test('without a window in the settings, a request gets as much as it needs, up to that of the model', async () => {
    await using models = await startCannedModelServer({
      models: [
        { id: 'long', model_info: { 'llama.context_length': 131_072 } },
        { id: 'short', model_info: { 'llama.context_length': 6000 } },
      ],
    })
    const sizesOf = async (model: string) => {
      const settings = { adapter_name: 'Mine', base_url: models.url, model, context_window: 0 }
      const llm = ollama.open(settings, outsideOn(models.url))
      const sizes = []
      for (const [letters, maxTokens] of [
        [5, 200],
        [60_000, 200],
        [60_000, 20_000],
        [180_000, 50_000],
        [300_000, 1000],
      ] as const) {
        await llm.complete!({ prompt: 'x'.repeat(letters), maxTokens })
        const { num_ctx } = models.requests.at(-1)!.body.options as { num_ctx?: number }
        sizes.push(num_ctx)
      }
      return sizes
    }

    // A prompt that does not fit into the maximum gets its room all the same, or it would be cut off.
    expect(await sizesOf('long')).toEqual([4096, 32_768, 65_536, 110_256, 101_256])
    expect(await sizesOf('short')).toEqual([4096, 6000, 6000, 6000, 6000])
  })

  test('a model whose window cannot be found out gets what the prompt needs, and its window is asked for again', async () => {
    const pulledModels: { id: string; model_info: object }[] = []
    await using models = await startCannedModelServer({ models: pulledModels })
    const settings = {
      adapter_name: 'Mine',
      base_url: models.url,
      model: 'late',
      context_window: 0,
    }
    const llm = ollama.open(settings, outsideOn(models.url))
    const ask = async (letters: number) => {
      await llm.complete!({ prompt: 'x'.repeat(letters) })
      return (models.requests.at(-1)!.body.options as { num_ctx?: number }).num_ctx
    }

    expect(await ask(60_000)).toBe(65_536)
    expect(await ask(300_000)).toBe(108_256)
    pulledModels.push({ id: 'late', model_info: { 'llama.context_length': 32_768 } })
    expect(await ask(60_000)).toBe(32_768)
    expect(await llm.findContextWindow?.()).toBe(32_768)
  })

  test('nobody waits for the window of a model after the request was given up', async () => {
    const network = outsideOn(server().url)
    const controller = new AbortController()
    let showSignal: AbortSignal | null | undefined
    const fetch: typeof globalThis.fetch = (input, init) => {
      if (!String(input).endsWith('/api/show')) return network.fetch(input, init)
      showSignal = init?.signal
      controller.abort(new Error('The user has left.'))
      return Promise.reject(showSignal?.reason)
    }
    const settings = { adapter_name: 'Mine', base_url: server().url, model: 'm', context_window: 0 }
    const llm = ollama.open(settings, { ...network, fetch })

    const { signal } = controller
    await expect(llm.complete!({ prompt: 'Hello', signal })).rejects.toThrow('The user has left.')
    expect(showSignal?.aborted).toBe(true)
  })

  test.each([
    ['a part of its text', 'INV-', 'reply-unreadable'],
    ['no text', '', 'unreachable'],
  ])('a stream that ends with %s and without an end', async (_, content, code) => {
    const body = `${JSON.stringify({ message: { content }, done: false })}\n`
    server().script({ raw: { status: 200, type: 'application/x-ndjson', body } })

    await expect(open().complete!({ prompt: 'Hello', onText: () => {} })).rejects.toMatchObject({
      code,
    })
  })

  test.each([
    ['its reason', { done_reason: 'stop' }, 'end'],
    ['its counts', { prompt_eval_count: 7, eval_count: 3 }, 'other'],
  ])('a stream whose last line says the end only by %s is an answer', async (_, ending, stop) => {
    const lines = [{ message: { content: 'INV-' } }, { message: { content: '7' }, ...ending }]
    const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    server().script({ raw: { status: 200, type: 'application/x-ndjson', body } })

    const reply = await open().complete!({ prompt: 'What is the number?', onText: () => {} })

    expect(reply).toMatchObject({ text: 'INV-7', stoppedBy: stop })
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
