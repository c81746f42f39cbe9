import type { LlmReply, LlmRequest } from '@recto/provider-spec/llm'
import { describe, expect, test } from 'vitest'
import type { OddReplyTraits } from './odd-replies-suite.ts'

const prompt = 'What is the number?'

type Ask = (isHeard: boolean, limitSeconds?: number) => Promise<LlmReply>

const askOf =
  ({ open }: OddReplyTraits): Ask =>
  (isHeard, limitSeconds = 30) => {
    const request: LlmRequest = isHeard ? { prompt, onText: () => {} } : { prompt }
    return open({}, limitSeconds).complete!(request)
  }

/** Tests replies of a broken server: nobody takes a part of an answer for all of it, and nobody waits for ever. */
export function testBrokenReplies(traits: OddReplyTraits): void {
  const listeningModes = traits.streams ? ([false, true] as const) : ([false] as const)
  describe.each(listeningModes)('heard as it comes: %s', (isHeard) =>
    testBrokenReply(traits, isHeard),
  )
  if (traits.streams) testBrokenStreams(traits)
}

function testBrokenReply(traits: OddReplyTraits, isHeard: boolean): void {
  const { server } = traits
  const ask = askOf(traits)
  test('letters that arrive in parts are put together', async () => {
    server().script({ reply: 'Grüße aus Łódź, 東京 😀', fault: 'split-letters' })

    expect((await ask(isHeard)).text).toBe('Grüße aus Łódź, 東京 😀')
  })

  test('an answer that ends in the middle of a letter is none', async () => {
    server().script({ reply: 'Grüße aus Łódź, 東京 😀', fault: 'half-letter' })

    await expect(ask(isHeard)).rejects.toMatchObject({
      code: expect.stringMatching(/^(unreachable|reply-unreadable)$/),
    })
  })

  test('an error with status 200 is the failure that it states, or no answer', async () => {
    server().script({ fault: 'error-inside' })

    const failedCall = ask(isHeard)

    if (traits.saysErrorsInside) {
      await expect(failedCall).rejects.toMatchObject({ code: 'rate-limited' })
      await expect(failedCall).rejects.toThrow('try again later')
    } else {
      await expect(failedCall).rejects.toMatchObject({ code: 'reply-unreadable' })
    }
  })

  test('a server that states when to come back as a date is taken at its word', async () => {
    const retryAfter = new Date(Date.now() + 3600 * 1000).toUTCString()
    server().script({ status: 429, retryAfter }, { status: 429, retryAfter: 'soon' })

    const failure = await ask(isHeard).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'rate-limited' })
    const { retryAfterSeconds } = failure as { retryAfterSeconds: number }
    expect(Math.round(retryAfterSeconds / 600)).toBe(6)
    await expect(ask(isHeard)).rejects.toMatchObject({
      code: 'rate-limited',
      retryAfterSeconds: undefined,
    })
  })

  test('an answer without a count of tokens is one whose usage is unknown', async () => {
    server().script({ reply: 'INV-7', tokens: 'missing' })

    const { text, usage } = await ask(isHeard)
    expect(text).toBe('INV-7')
    expect(usage).toEqual({ inputTokens: 0, outputTokens: 0, isUnknown: true })
  })
}

function testBrokenStreams(traits: OddReplyTraits): void {
  const { server, hasLimit, saysReasoning } = traits
  const listen = (limitSeconds?: number) => askOf(traits)(true, limitSeconds)
  test('a stream that ends before its answer is no answer, and worth another call unless text was paid', async () => {
    server().script({ reply: 'INV-7 or INV-8', fault: 'breaks-off' })
    server().script({ reply: 'INV-7 or INV-8 and so on, up to INV-900', fault: 'breaks-off' })
    const outcomes: (readonly [boolean, unknown])[] = []
    for (const _ of [1, 2]) {
      let heardText = ''
      const onText = (soFar: string) => {
        heardText = soFar
      }
      const failure = await traits.open().complete!({ prompt, onText }).catch(
        (error: unknown) => error,
      )
      outcomes.push([heardText !== '', failure])
    }

    for (const [isHeard, failure] of outcomes)
      expect(failure).toMatchObject({
        code: isHeard ? 'reply-unreadable' : 'unreachable',
        isRetryable: !isHeard,
      })
    expect(outcomes.some(([isHeard]) => isHeard)).toBe(true)
  })

  if (hasLimit)
    test('a stream that says nothing is given up when its time is over', async () => {
      server().script({ fault: 'silent-stream' })

      await expect(listen(0.3)).rejects.toMatchObject({
        code: 'timed-out',
        message: expect.stringMatching(/ did not answer within 0\.3 s\.$/),
      })
    })

  test('a stream that says one piece for ever is cut off', async () => {
    server().script({ reply: 'INV-7 and '.repeat(40), fault: 'endless' })

    const { text, stoppedBy } = await listen()

    expect(stoppedBy).toBe('length')
    expect(text).toMatch(/^(INV-7 and ){100}/)
  })

  if (saysReasoning)
    test('a stream that reasons in one piece for ever is cut off', async () => {
      server().script({ reply: 'INV-7', reasoning: 'or INV-8, '.repeat(40), fault: 'endless' })

      await expect(listen()).resolves.toMatchObject({ stoppedBy: 'length' })
    })
}
