import { omitUndefined } from '@recto/omit-undefined'
import type { Llm, LlmRequest } from '@recto/provider-spec/llm'
import type { Provider, ProviderNetwork, Settings } from '@recto/provider-spec/provider'
import {
  type CannedModelServer,
  StoppedText,
  startCannedModelServer,
} from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { testBrokenReplies } from './broken-replies-suite.ts'
import { secretKey, testFailures } from './failures.ts'
import { testImages } from './images-suite.ts'
import { testOddReplies } from './odd-replies-suite.ts'
import { outsideOn } from './outside.ts'
import { sayProof } from './say-proof.ts'

export const invoiceSchema = {
  name: 'invoice',
  json: {
    type: 'object',
    properties: { total: { type: 'number' } },
    required: ['total'],
    additionalProperties: false,
  },
}

/** The differences between protocols. */
type LlmTraits = {
  /** Whether it has a word for what a model or a filter refuses. */
  readonly saysRefusals?: boolean
  /** Whether it can be given a schema; else that is said in words. */
  readonly knowsSchemas?: boolean
  /** Whether it takes a key that marks a repeated call. */
  readonly isKeyed?: boolean
  /** Whether a setting says how long a call may take. */
  readonly hasLimit?: boolean
  /** Whether an answer can be heard as it comes. */
  readonly streams?: boolean
  /** Whether it has a place for reasoning apart from the answer. */
  readonly saysReasoning?: boolean
  /** Whether its requests can carry images. */
  readonly carriesImages?: boolean
  /** Whether its usage says what it has read from a cache. */
  readonly countsCache?: boolean
  /** Whether its errors have a shape that no answer has. */
  readonly saysErrorsInside?: boolean
  /** The name of the temperature in its requests; absent where none is sent. */
  readonly temperature?: string | undefined
  readonly outsideOf?: (url: string) => ProviderNetwork
}

const propertiesOf = ({ schema }: Provider<'llm'>) => schema.properties as object

/** Tests what holds for every language model that is called over HTTP. */
export function testLlm(
  provider: Provider<'llm'>,
  settingsFor: (url: string, limitSeconds: number) => Settings,
  {
    saysRefusals = true,
    knowsSchemas = true,
    isKeyed = true,
    hasLimit = true,
    streams = true,
    saysReasoning = true,
    countsCache = true,
    carriesImages = true,
    saysErrorsInside = true,
    temperature = 'temperature',
    outsideOf = outsideOn,
  }: LlmTraits = {},
): { readonly server: () => CannedModelServer; readonly open: (extraSettings?: Settings) => Llm } {
  sayProof(provider, 'recorded answers')
  let server: CannedModelServer
  beforeAll(async () => {
    server = await startCannedModelServer()
  })
  afterAll(() => server.close())

  const open = (extraSettings: Settings = {}, limitSeconds = 30) =>
    provider.open(
      { ...settingsFor(server.url, limitSeconds), ...extraSettings },
      outsideOf(server.url),
    )
  const complete = (request: LlmRequest) => open().complete!(request)

  test('an answer keeps every digit of a long number', async () => {
    server.script({ reply: '{"total": 20251234567890123456}' })

    const { text } = await complete({ prompt: 'The total?', schema: invoiceSchema })
    expect(text).toMatch(/:\s*"?20251234567890123456"?\s*\}/)
  })

  test('answers with text, tokens and the model, in exactly one request', async () => {
    const initialRequestCount = server.requests.length
    server.script({ reply: 'The total is 42.' })

    const reply = await complete({
      system: 'You read invoices.',
      prompt: 'What is the total?',
      idempotencyKey: 'run-7/total',
    })

    expect(reply).toMatchObject({
      text: 'The total is 42.',
      stoppedBy: 'end',
      model: 'canned-model',
      usage: { inputTokens: 9, outputTokens: 4 },
    })
    expect(server.requests.length - initialRequestCount).toBe(1)
    expect(server.requests.at(-1)).toMatchObject(
      omitUndefined({
        idempotencyKey: isKeyed ? 'run-7/total' : undefined,
        call: { system: 'You read invoices.', prompt: 'What is the total?', model: 'canned-model' },
      }),
    )
  })

  test('asks for JSON of a schema', async () => {
    server.script({ reply: { total: 42 } })

    const reply = await complete({ prompt: 'What is the total?', schema: invoiceSchema })

    expect(JSON.parse(reply.text)).toEqual({ total: 42 })
    const { call } = server.requests.at(-1)!
    if (knowsSchemas) expect(call?.schema).toMatchObject({ required: ['total'] })
    else expect(call?.prompt).toContain('"required":["total"]')
  })

  test('an answer that was cut off says so', async () => {
    server.script({ fault: 'truncated', reply: 'one two three four' })

    const reply = await complete({ prompt: 'Count.' })

    expect(reply).toMatchObject({ text: 'one two t', stoppedBy: 'length' })
  })

  test('JSON of a schema that was cut off is handed on as it came, and says so', async () => {
    const cut = '{"total": 4'
    server.script({ reply: new StoppedText(cut, 'length') })

    const reply = await complete({ prompt: 'What is the total?', schema: invoiceSchema })

    expect(reply.stoppedBy).toBe('length')
    // Where a tool's input is the answer, nothing is handed over before it is whole.
    expect([cut, '']).toContain(reply.text)
    expect(reply.usage.outputTokens).toBeGreaterThan(0)
  })

  test.each([
    ['a filter', 'filter', undefined],
    ['the model', 'refusal', undefined],
    ['the model, asked for a schema', 'refusal', invoiceSchema],
  ] as const)('what %s refuses says so, and its tokens are counted', async (_, stop, schema) => {
    server.script({ reply: new StoppedText('I will not answer that.', stop) })

    const reply = await complete(omitUndefined({ prompt: 'How?', schema }))

    expect(reply).toMatchObject({
      text: 'I will not answer that.',
      stoppedBy: saysRefusals ? 'filter' : 'end',
      usage: { outputTokens: 6 },
    })
  })

  test('it is asked for the whole answer at once: nothing is streamed', async () => {
    server.script({ reply: 'The total is 42.' })

    await complete({ prompt: 'What is the total?' })

    expect(server.requests.at(-1)?.call?.isStreaming).toBe(false)
  })

  if (streams)
    test('to one who listens it says its answer as it comes, with the same tokens at the end', async () => {
      const receivedTexts: string[] = []
      const { promise: rest, resolve: goOn } = Promise.withResolvers<void>()
      server.script({ reply: 'The total is 42.', rest })

      const replyPromise = complete({
        prompt: 'What is the total?',
        system: 'You read invoices.',
        onText(soFar) {
          receivedTexts.push(soFar)
          goOn()
        },
      })

      await expect(replyPromise).resolves.toMatchObject({
        text: 'The total is 42.',
        stoppedBy: 'end',
        model: 'canned-model',
        usage: { inputTokens: 9, outputTokens: 4 },
      })
      expect(receivedTexts[0]).not.toBe('The total is 42.')
      expect(receivedTexts.at(-1)).toBe('The total is 42.')
      expect(receivedTexts.every((one, i) => one.startsWith(receivedTexts[i - 1] ?? ''))).toBe(true)
    })

  if (streams)
    test.each([
      ['a refusal', { status: 429, retryAfterSeconds: 7 }, { code: 'rate-limited' }],
      ['a connection that is cut half-way', { fault: 'hang-up' }, { code: 'unreachable' }],
    ] as const)('%s is the same failure to one who listens', async (_, turn, failure) => {
      server.script({ reply: 'The total is 42. '.repeat(40), ...turn })

      const replyPromise = complete({ prompt: 'What is the total?', onText: () => {} })

      await expect(replyPromise).rejects.toMatchObject(failure)
    })

  test('what is streamed all the same is unreadable, and never half an answer', async () => {
    server.script({ fault: 'stream', reply: 'The total is 42.' })

    await expect(complete({ prompt: 'What is the total?' })).rejects.toMatchObject({
      code: 'reply-unreadable',
    })
  })

  if (hasLimit)
    test('a model that says a letter now and then is given up when its time is over, and the message says so', async () => {
      onTestFinished(server.forget)
      server.script({ fault: 'trickle', reply: 'The total is 42. '.repeat(40) })

      const replyPromise = open({}, 0.3).complete!({ prompt: 'What is the total?' })

      await expect(replyPromise).rejects.toMatchObject({
        code: 'timed-out',
        message: expect.stringMatching(/ did not answer within 0\.3 s\.$/),
      })
    })

  test('an answer without a word is unreadable', async () => {
    server.script({ reply: '' })

    await expect(complete({ prompt: 'Say nothing.' })).rejects.toMatchObject({
      code: 'reply-unreadable',
    })
  })

  test('a connection test passes, and fails with the wrong key', async () => {
    const settings = settingsFor(server.url, 30)
    await provider.check(settings, outsideOf(server.url))

    server.script({ status: 401 })
    await expect(provider.check(settings, outsideOf(server.url))).rejects.toMatchObject({
      code: 'unauthorised',
    })
  })

  test('a server that is not there is unreachable', async () => {
    const closedServer = await startCannedModelServer()
    await closedServer.close()
    const llm = provider.open(settingsFor(closedServer.url, 30), outsideOf(closedServer.url))

    await expect(llm.complete!({ prompt: 'Hello?' })).rejects.toMatchObject({
      code: 'unreachable',
    })
  })

  test('settings without what is needed are refused by name, before any call', () => {
    const openEmpty = () => provider.open({ adapter_name: 'Mine' }, outsideOn())

    expect(openEmpty).toThrow(/is missing/)
    expect(openEmpty).toThrow(expect.objectContaining({ code: 'settings-invalid' }))
  })

  const traits = {
    provider,
    server: () => server,
    open,
    settingsFor,
    outsideOf,
    streams,
    hasLimit,
    saysErrorsInside,
    saysReasoning,
    countsCache,
    temperature: temperature || undefined,
  }
  const keepsReplies = Object.hasOwn(propertiesOf(provider), 'keep_replies')
  if (carriesImages) testImages({ ...traits, keepsReplies })
  testOddReplies(traits)
  testBrokenReplies(traits)

  testFailures(
    () => server,
    (limitSeconds) => (signal) =>
      open({}, limitSeconds).complete!(omitUndefined({ prompt: 'What is the total?', signal })),
    { hasKey: Object.values(settingsFor('http://a.example', 1)).includes(secretKey), hasLimit },
  )

  return { server: () => server, open }
}
