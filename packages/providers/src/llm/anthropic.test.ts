import { describe, expect, test } from 'vitest'
import { secretKey } from '../testing/failures.ts'
import { invoiceSchema, testLlm } from '../testing/llm-suite.ts'
import { anthropic } from './anthropic.ts'

describe('Anthropic', () => {
  const { server, open } = testLlm(anthropic, (_url, timeout) => ({
    adapter_name: 'Mine',
    api_key: secretKey,
    model: 'canned-model',
    timeout,
  }))
  const last = () => server().requests.at(-1)

  test('thinking has a budget of its own, besides the tokens of the answer', async () => {
    const llm = open({ enable_thinking: true, budget_tokens: '2048', max_tokens: 512 })

    await llm.complete!({ prompt: 'Think.' })

    expect(last()?.body).toMatchObject({
      thinking: { type: 'enabled', budget_tokens: 2048 },
      max_tokens: 2560,
    })
    expect(last()?.body).not.toHaveProperty('temperature')
  })

  test('the extended context is asked for by its header', async () => {
    await open({ enable_extended_context: true }).complete!({ prompt: 'Hello' })

    expect(last()?.headers['anthropic-beta']).toContain('context-1m')
  })

  test('a model that knows schemas is given one', async () => {
    server().script({ reply: { total: 42 } })

    const reply = await open({ model: 'claude-sonnet-4-5' }).complete!({
      prompt: 'The total?',
      schema: invoiceSchema,
    })

    expect(JSON.parse(reply.text)).toEqual({ total: 42 })
    expect(last()?.body).toHaveProperty('output_config.format.schema')
  })

  test('an answer without a count of tokens is one, also if a value of it is called usage', async () => {
    server().script({ reply: { usage: 'heating' }, tokens: 'missing' })

    const reply = await open().complete!({
      prompt: 'The usage?',
      schema: {
        name: 'meter',
        json: { type: 'object', properties: { usage: { type: 'string' } } },
      },
    })

    expect(JSON.parse(reply.text)).toEqual({ usage: 'heating' })
    expect(reply.usage).toEqual({ inputTokens: 0, outputTokens: 0, isUnknown: true })
  })

  test('an answer whose count of tokens is null is one whose usage is unknown', async () => {
    const body = JSON.stringify({
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      model: 'canned-model',
      content: [{ type: 'text', text: 'INV-7' }],
      stop_reason: 'end_turn',
      usage: null,
    })
    server().script({ raw: { status: 200, type: 'application/json', body } })

    const { text, usage } = await open().complete!({ prompt: 'What is the number?' })

    expect(text).toBe('INV-7')
    expect(usage).toEqual({ inputTokens: 0, outputTokens: 0, isUnknown: true })
  })

  test.each([
    ['null', { start: null, end: null }],
    ['without the input', { start: { output_tokens: 1 }, end: { output_tokens: 3 } }],
    ['without the output', { start: { input_tokens: 20 }, end: { input_tokens: null } }],
  ])('an answer whose counts come %s is streamed, and its usage is unknown', async (_, counts) => {
    const message = { type: 'message', id: 'msg_1', role: 'assistant', model: 'm', content: [] }
    const events = [
      { type: 'message_start', message: { ...message, usage: counts.start } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'INV-7' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: counts.end },
      { type: 'message_stop' },
    ]
    const body = events
      .map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`)
      .join('')
    server().script({ raw: { status: 200, type: 'text/event-stream', body } })

    const { text, usage } = await open().complete!({ prompt: 'The number?', onText: () => {} })

    expect(text).toBe('INV-7')
    expect(usage).toEqual({ inputTokens: 0, outputTokens: 0, isUnknown: true })
  })

  test('the beginning that requests have in common is marked for the cache', async () => {
    const prompt = 'A long document. The question?'
    await open().complete!({ prompt, sharedLength: 17 })
    await open().complete!({ prompt })

    const [markedRequest, plain] = server().requests.slice(-2)
    expect(markedRequest?.body.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'A long document. ', cache_control: { type: 'ephemeral' } },
          { type: 'text', text: 'The question?' },
        ],
      },
    ])
    expect(JSON.stringify(plain?.body)).not.toContain('cache_control')
  })
})
