import { omitUndefined } from '@recto/omit-undefined'
import { ProviderError, type ProviderErrorCode } from '@recto/provider-spec/provider-error'
import { expect, onTestFinished, test } from 'vitest'

type FailingTurn = {
  readonly status?: number
  readonly message?: string
  readonly retryAfterSeconds?: number
  readonly fault?: 'hang-up' | 'silence' | 'malformed-json' | 'empty-body'
}

/** A canned server of any kind. */
type FailingServer = {
  readonly requests: readonly unknown[]
  script(...turns: readonly FailingTurn[]): void
  forget(): void
  received(count: number): Promise<void>
}

type Failure = {
  readonly of: string
  readonly turn: FailingTurn
  readonly code: ProviderErrorCode
  readonly status?: number
  readonly retryAfterSeconds?: number
}

/** What a service may do to a caller, and what the caller must make of it. */
const failures: readonly Failure[] = [
  { of: 'a wrong key', turn: { status: 401 }, code: 'unauthorised', status: 401 },
  { of: 'a key without rights', turn: { status: 403 }, code: 'unauthorised', status: 403 },
  { of: 'an unknown model', turn: { status: 404 }, code: 'not-found', status: 404 },
  { of: 'a refused request', turn: { status: 400 }, code: 'refused', status: 400 },
  {
    of: 'too many requests',
    turn: { status: 429, retryAfterSeconds: 17 },
    code: 'rate-limited',
    status: 429,
    retryAfterSeconds: 17,
  },
  { of: 'too many requests, for an unknown time', turn: { status: 429 }, code: 'rate-limited' },
  { of: 'a broken server', turn: { status: 500 }, code: 'unavailable', status: 500 },
  { of: 'an overloaded server', turn: { status: 529 }, code: 'unavailable', status: 529 },
  { of: 'a connection cut in the answer', turn: { fault: 'hang-up' }, code: 'unreachable' },
  { of: 'malformed JSON', turn: { fault: 'malformed-json' }, code: 'reply-unreadable' },
  { of: 'an empty body', turn: { fault: 'empty-body' }, code: 'reply-unreadable' },
]

export const secretKey = 'sk-test-4f1d-do-not-show'

type Call = (signal?: AbortSignal) => Promise<unknown>

/**
 * Tests that a provider makes the right `ProviderError` of every failure, with one request each,
 * and that its key, if it has one, is in no message. `openCall` opens the provider with a limit of that many seconds.
 */
export function testFailures(
  server: () => FailingServer,
  openCall: (limitSeconds: number) => Call,
  { hasKey = true, hasLimit = true, canStop = true } = {},
): void {
  test.each(failures)('$of is $code', async ({ turn, code, status, retryAfterSeconds }) => {
    const initialRequestCount = server().requests.length
    server().script({ message: hasKey ? `The key ${secretKey} is at fault.` : 'No.', ...turn })

    const error = await openCall(30)().catch((failure: unknown) => failure)

    expect(error).toBeInstanceOf(ProviderError)
    expect(error).toMatchObject(omitUndefined({ code, status: status || undefined }))
    expect((error as ProviderError).retryAfterSeconds).toBe(retryAfterSeconds)
    expect((error as ProviderError).message).not.toContain(secretKey)
    expect((error as ProviderError).cause).toBeUndefined()
    expect(server().requests.length - initialRequestCount).toBe(1)
  })

  test('what the service says is passed on', async () => {
    server().script({ status: 400, message: 'This model reads at most 8 tokens.' })

    await expect(openCall(30)()).rejects.toThrow('This model reads at most 8 tokens.')
  })

  if (hasLimit)
    test('a service that never answers is given up after the time limit', async () => {
      // On a busy machine the time may be over before the request has come.
      onTestFinished(() => server().forget())
      server().script({ fault: 'silence' })

      await expect(openCall(0.05)()).rejects.toMatchObject({ code: 'timed-out' })
    })

  if (canStop)
    test('a caller who stops gets his own reason, and the request is dropped', async () => {
      const stop = new AbortController()
      server().script({ fault: 'silence' })
      const expectedRequestCount = server().requests.length + 1

      const call = openCall(30)(stop.signal)
      await server().received(expectedRequestCount)
      stop.abort(new Error('Ada closed the page.'))

      await expect(call).rejects.toThrow('Ada closed the page.')
    })
}
