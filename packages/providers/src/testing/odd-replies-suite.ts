import type { Llm, LlmRequest } from '@recto/provider-spec/llm'
import type { Provider, ProviderNetwork, Settings } from '@recto/provider-spec/provider'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { describe, expect, test } from 'vitest'

export type OddReplyTraits = {
  readonly provider: Provider<'llm'>
  readonly server: () => CannedModelServer
  readonly open: (extraSettings?: Settings, limitSeconds?: number) => Llm
  readonly settingsFor: (url: string, limitSeconds: number) => Settings
  readonly outsideOf: (url: string) => ProviderNetwork
  readonly streams: boolean
  /** Whether a setting says how long a call may take. */
  readonly hasLimit: boolean
  /** Whether it has a place for reasoning apart from the answer. */
  readonly saysReasoning: boolean
  /** Whether its usage says what it has read from a cache. */
  readonly countsCache: boolean
  /** Whether its errors have a shape that no answer has. */
  readonly saysErrorsInside: boolean
  /** The name of the temperature in its requests; absent where none is sent. */
  readonly temperature?: string | undefined
}

const thoughts = 'The first number is that of an order, so INV-7 must be it.'

/** Tests replies that are not as documented, but common: they are right, or fail with a clear reason. */
export function testOddReplies(traits: OddReplyTraits): void {
  const { server, open, streams } = traits
  const prompt = 'What is the number?'
  const listeningModes = streams ? ([false, true] as const) : ([false] as const)
  const ask = (isHeard: boolean, heardTexts: string[] = [], limitSeconds = 30) => {
    const request: LlmRequest = { prompt }
    return open({}, limitSeconds).complete!(
      isHeard ? { ...request, onText: (soFar) => heardTexts.push(soFar) } : request,
    )
  }

  describe.each(listeningModes)('heard as it comes: %s', (isHeard) => {
    test.each([
      `<think>${thoughts}</think>\n\nINV-7`,
      `${thoughts}\n</think>\nINV-7`,
      `<reasoning>${thoughts}</reasoning><answer>INV-7</answer>`,
      `[THINK]${thoughts}[/THINK]INV-7`,
    ])('reasoning in the text is not the answer: %s', async (text) => {
      const heardTexts: string[] = []
      server().script({ reply: text })

      const reply = await ask(isHeard, heardTexts)

      expect(reply).toMatchObject({ text: 'INV-7', reasoningText: thoughts, stoppedBy: 'end' })
      expect(heardTexts.at(-1)).toBe(isHeard ? 'INV-7' : undefined)
    })

    test('reasoning that never ends is a reply without an answer, whose tokens are counted', async () => {
      server().script({ reply: `<think>${thoughts}` })

      await expect(ask(isHeard)).resolves.toMatchObject({
        text: '',
        reasoningText: thoughts,
        usage: { outputTokens: expect.any(Number) },
      })
    })

    test('reasoning apart from the answer is no part of it', async () => {
      const heardTexts: string[] = []
      server().script({ reply: 'INV-7', reasoning: thoughts })

      const { text, reasoningText } = await ask(isHeard, heardTexts)

      expect(text).toBe('INV-7')
      if (traits.saysReasoning) expect(reasoningText).toBe(thoughts)
      expect(heardTexts.join('')).not.toContain('order')
    })

    if (traits.countsCache)
      test('what the service read from its cache is a part of the input', async () => {
        server().script({ reply: 'INV-7', tokens: { input: 3000, output: 4, cached: 2048 } })

        const { usage } = await ask(isHeard)
        expect(usage).toMatchObject({ inputTokens: 3000, outputTokens: 4, cachedTokens: 2048 })
      })

    test('an error of any shape is read', async () => {
      const body = JSON.stringify({ error: 'The model is not loaded.' })
      server().script({ raw: { status: 400, type: 'application/json', body } })

      await expect(ask(isHeard)).rejects.toThrow(/The model is not loaded|400/)
    })

    test('a web page is told with its address, and its text is not shown', async () => {
      const body = '<!DOCTYPE html><html><title>Sign in to the proxy</title></html>'
      server().script(
        { raw: { status: 200, type: 'text/html', body } },
        { raw: { status: 503, type: 'text/html', body } },
      )

      const atOnce = ask(isHeard)
      await expect(atOnce).rejects.toMatchObject({ code: 'reply-unreadable' })
      await expect(atOnce).rejects.toThrow('web page')
      await expect(atOnce).rejects.not.toThrow('Sign in')
      const failedCall = ask(isHeard)
      await expect(failedCall).rejects.toMatchObject({ code: 'unavailable', status: 503 })
      await expect(failedCall).rejects.toThrow('web page')
    })
  })

  test.each([
    ['negative', { input: -5, output: -1 }],
    ['absurd', { input: 1e15, output: 4 }],
  ])('%s usage is not counted, and is said to be unknown', async (_, tokens) => {
    server().script({ reply: 'INV-7', tokens })

    const { usage } = await ask(false)
    expect(usage).toEqual({ inputTokens: 0, outputTokens: 0, isUnknown: true })
  })

  const { temperature } = traits
  if (temperature !== undefined)
    test('a refused parameter is left out, remembered, and said in the connection test', async () => {
      const message = `Unsupported value: '${temperature}' does not support 0 with this model. Only the default (1) value is supported.`
      await using strictServer = await startCannedModelServer({
        refuses: (body) =>
          JSON.stringify(body).includes(`"${temperature}":0`) ? message : undefined,
      })
      const network = traits.outsideOf(strictServer.url)
      const settings = traits.settingsFor(strictServer.url, 30)
      const openAgain = () => traits.provider.open(settings, network)

      await openAgain().complete!({ prompt })
      await openAgain().complete!({ prompt })

      expect(strictServer.requests.map(({ outcome }) => outcome)).toEqual([
        'refused',
        'replied',
        'replied',
      ])
      const [note] = await traits.provider.check(settings, network)
      expect(note).toMatch(/refuses “[\w.]*temperature”: it is not sent/)
    })
}
