import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import { describe, expect, test } from 'vitest'
import { secretKey } from '../testing/failures.ts'
import { testBackgroundMode, testKeptReplies, trackJob } from '../testing/kept-replies-suite.ts'
import { invoiceSchema, testLlm } from '../testing/llm-suite.ts'
import { outsideOn } from '../testing/outside.ts'
import { openaiCompatible } from './openai-compatible.ts'

describe('OpenAI Compatible', () => {
  const { server, open } = testLlm(openaiCompatible, (url, timeout) => ({
    adapter_name: 'Mine',
    api_key: secretKey,
    model: 'canned-model',
    api_base: `${url}/v1`,
    timeout,
  }))

  const openKept = () => open({ keep_replies: true })
  testKeptReplies(server, openKept)
  testBackgroundMode(server, openKept)

  test('a kept reply is asked for without a key where there is none', async () => {
    await open({ keep_replies: true, api_key: null }).complete!({
      prompt: 'Hello',
      job: trackJob().job,
    })

    const { isKept, headers } = server().requests.at(-1)!
    expect(isKept).toBe(true)
    expect(headers).not.toHaveProperty('authorization')
  })

  test.each([
    ['after all its text', 'INV-7', 'data: [DONE]\n\n', 'reply-unreadable'],
    ['after a part of its text', 'INV-', '', 'reply-unreadable'],
    ['before any text', '', '', 'unreachable'],
    ['before any text, though in order', '', 'data: [DONE]\n\n', 'unreachable'],
  ])('a stream that ends without a reason %s', async (_, content, ending, code) => {
    const delta = { role: 'assistant', content }
    const chunk = { id: 'c1', object: 'chat.completion.chunk', choices: [{ index: 0, delta }] }
    const body = `data: ${JSON.stringify(chunk)}\n\n${ending}`
    server().script({ raw: { status: 200, type: 'text/event-stream', body } })

    const failure = await open().complete!({
      prompt: 'What is the number?',
      onText: () => {},
    }).catch((error: unknown) => error)

    // A text that was paid for must not be paid for again.
    expect(failure).toMatchObject({ code, isRetryable: code === 'unreachable' })
  })

  test('sends its key as a bearer token, and none when there is none', async () => {
    await using guardedServer = await startCannedModelServer({ apiKey: secretKey })
    const settings = { adapter_name: 'Mine', model: 'm', api_base: `${guardedServer.url}/v1` }
    const withKey = openaiCompatible.open({ ...settings, api_key: secretKey }, outsideOn())
    const keylessLlm = openaiCompatible.open({ ...settings, api_key: null }, outsideOn())

    await expect(withKey.complete!({ prompt: 'Hello' })).resolves.toMatchObject({ text: 'OK' })
    await expect(keylessLlm.complete!({ prompt: 'Hello' })).rejects.toMatchObject({ status: 401 })
    expect(guardedServer.requests.at(-1)?.headers).not.toHaveProperty('authorization')
  })

  test('a schema is strict only where it follows the rules of strict answers', async () => {
    const loose = { name: 'loose', json: { type: 'object', properties: { a: { type: 'string' } } } }

    await open().complete!({ prompt: 'Hello', schema: invoiceSchema })
    await open().complete!({ prompt: 'Hello', schema: loose })

    const [strict, free] = server().requests.slice(-2)
    expect(strict?.body).toMatchObject({ response_format: { json_schema: { strict: true } } })
    expect(free?.body).toMatchObject({ response_format: { json_schema: { strict: false } } })
  })

  test('reasoning is asked for with its effort, and without a temperature', async () => {
    await open().complete!({ prompt: 'Hello' })
    expect(server().requests.at(-1)?.body).toMatchObject({ temperature: 0, max_tokens: 4096 })

    await open({ enable_reasoning: true }).complete!({ prompt: 'Think.' })
    expect(server().requests.at(-1)?.body).toMatchObject({ reasoning_effort: 'medium' })
    expect(server().requests.at(-1)?.body).not.toHaveProperty('temperature')
  })

  test.for(['localhost:8000', 'somewhere'])(
    'the address %s is refused by the name of its field',
    (address) => {
      const settings = { adapter_name: 'Mine', api_base: address }

      expect(() => openaiCompatible.open(settings, outsideOn())).toThrow('API Base: must be')
    },
  )

  test.for(['ada', ''])('an address with a password is refused without repeating it', (user) => {
    const api_base = `https://${user}:${secretKey}@models.example`
    const settings = { adapter_name: 'Mine', api_base }

    expect(() => openaiCompatible.open(settings, outsideOn())).toThrow(
      'API Base: must not contain a user or a password.',
    )
  })

  test('a guard that lets no call out is told of, and the call is not repeated', async () => {
    const fetch = () => Promise.reject(new Error('10.0.0.7 is a private address.'))
    const settings = { adapter_name: 'Mine', api_base: 'https://models.example/v1' }
    const llm = openaiCompatible.open(settings, { ...outsideOn(), fetch })

    await expect(llm.complete!({ prompt: 'Hello' })).rejects.toMatchObject({
      code: 'refused',
      isRetryable: false,
      message: expect.stringContaining('10.0.0.7 is a private address.'),
    })
  })

  test('servers of this machine are looked for only when somebody asks for it', async () => {
    const triedUrls: string[] = []
    const fetch = async (input: string | URL | Request) => {
      triedUrls.push(String(input))
      if (String(input).includes(':8000/')) return new Response('<html>', { status: 200 })
      if (String(input).includes(':1234/')) throw new TypeError('fetch failed')
      return Response.json({ object: 'list', data: [{ id: 'qwen-7b' }, { id: '' }] })
    }
    const strict = { ...outsideOn(), fetch }

    expect(await openaiCompatible.findLocal!(strict, { isAsked: false })).toEqual([])
    expect(triedUrls).toEqual([])
    expect(await openaiCompatible.findLocal!(strict, { isAsked: true })).toEqual([])
    expect(triedUrls).toEqual([
      'http://127.0.0.1:8080/v1/models',
      'http://127.0.0.1:8000/v1/models',
      'http://127.0.0.1:1234/v1/models',
    ])

    const proposals = await openaiCompatible.findLocal!(
      { ...outsideOn(), fetch: async () => Response.json({ data: [{ id: 'qwen-7b' }] }) },
      { isAsked: true },
    )
    expect(proposals[0]).toEqual({
      name: 'llama.cpp qwen-7b',
      model: 'qwen-7b',
      settings: { model: 'qwen-7b', api_base: 'http://localhost:8080/v1' },
    })
  })
})
