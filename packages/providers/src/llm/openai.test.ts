import { describe, expect, test } from 'vitest'
import { secretKey } from '../testing/failures.ts'
import { testBackgroundMode, testKeptReplies, trackJob } from '../testing/kept-replies-suite.ts'
import { invoiceSchema, testLlm } from '../testing/llm-suite.ts'
import { openai } from './openai.ts'

describe('OpenAI', () => {
  const { server, open } = testLlm(
    openai,
    (url, timeout) => ({
      adapter_name: 'Mine',
      api_key: secretKey,
      model: 'canned-model',
      api_base: `${url}/v1`,
      timeout,
    }),
    { saysReasoning: false },
  )
  const lastBody = () => server().requests.at(-1)?.body
  const openKept = () => open({ keep_replies: true })
  testKeptReplies(server, openKept)
  testBackgroundMode(server, openKept)

  test('replies are kept by the service only if the adapter says so', async () => {
    expect(open().keptReplies).toBeUndefined()
    await open().complete!({ prompt: 'Hello', job: trackJob().job })
    expect(server().requests.at(-1)).toMatchObject({ isKept: false })

    const llm = open({ keep_replies: true, enable_reasoning: true, reasoning_effort: 'low' })
    await llm.complete!({ prompt: 'Hello', job: trackJob().job, idempotencyKey: 'run-7/total' })

    expect(server().requests.at(-1)).toMatchObject({ idempotencyKey: 'run-7/total' })
    expect(lastBody()).toMatchObject({
      background: true,
      store: true,
      stream: true,
      reasoning: { effort: 'low' },
    })
    expect(lastBody()).not.toHaveProperty('temperature')
  })

  test('who listens to a kept reply hears it as it comes', async () => {
    const heardTexts: string[] = []
    server().script({ reply: 'The total is 42.' })

    const onText = (soFar: string) => void heardTexts.push(soFar)
    await openKept().complete!({ prompt: 'The total?', job: trackJob().job, onText })

    expect(heardTexts[0]).not.toBe('The total is 42.')
    expect(heardTexts.at(-1)).toBe('The total is 42.')
  })

  test('the limit of tokens is the smaller of the two', async () => {
    const llm = open({ max_tokens: '100' })

    await llm.complete!({ prompt: 'Hello', maxTokens: 500 })
    expect(lastBody()).toMatchObject({ max_tokens: 100, temperature: 0 })

    await llm.complete!({ prompt: 'Hello', maxTokens: 50 })
    expect(lastBody()).toMatchObject({ max_tokens: 50 })
  })

  test('a schema is strict only where it follows the rules of strict answers', async () => {
    const loose = { name: 'loose', json: { type: 'object', properties: { a: { type: 'string' } } } }

    await open().complete!({ prompt: 'Hello', schema: invoiceSchema })
    expect(lastBody()).toMatchObject({ response_format: { json_schema: { strict: true } } })

    await open().complete!({ prompt: 'Hello', schema: loose })
    expect(lastBody()).toMatchObject({ response_format: { json_schema: { strict: false } } })
  })

  test('reasoning is asked for with its effort, and without a temperature', async () => {
    const llm = open({ enable_reasoning: true, reasoning_effort: 'high' })

    await llm.complete!({ prompt: 'Think.' })

    expect(lastBody()).toMatchObject({ reasoning_effort: 'high' })
    expect(lastBody()).not.toHaveProperty('temperature')
  })

  test('a model without schemas is asked in words, and remembered', async () => {
    const llm = open()
    const initialRequestCount = server().requests.length
    server().script(
      { status: 400, message: "Invalid parameter: 'response_format' of type 'json_schema'." },
      { reply: { total: 42 } },
      { reply: { total: 43 } },
    )

    const first = await llm.complete!({ prompt: 'The total?', schema: invoiceSchema })
    const second = await llm.complete!({ prompt: 'The total?', schema: invoiceSchema })

    expect([first.text, second.text]).toEqual(['{"total":42}', '{"total":43}'])
    expect(server().requests.length - initialRequestCount).toBe(3)
    expect(server().requests.at(-1)?.call?.prompt).toContain('"required":["total"]')
  })

  test('an answer that is not JSON is handed on with its tokens, for they are paid', async () => {
    server().script({ reply: 'I am sorry, I cannot read it.' })

    const reply = await open().complete!({ prompt: 'The total?', schema: invoiceSchema })

    expect(reply.text).toBe('I am sorry, I cannot read it.')
    expect(reply.usage.outputTokens).toBeGreaterThan(0)
  })

  test('requests with the same beginning carry the same cache key, and others none', async () => {
    await open().complete!({ prompt: 'Hello', cacheKey: 'document-7' })
    await open().complete!({ prompt: 'Hello' })

    const [requestWithKey, plain] = server().requests.slice(-2)
    expect(requestWithKey?.body.prompt_cache_key).toBe('document-7')
    expect(plain?.body).not.toHaveProperty('prompt_cache_key')
  })
})
