import { ProviderError } from '@recto/provider-spec/provider-error'
import { describe, expect, test } from 'vitest'
import { backOff, retry, sleepUnlessAborted } from './retry.ts'

/** Plays back a list of outcomes: errors are thrown, anything else is returned. */
function answering(...answers: unknown[]) {
  const calls = { count: 0 }
  const run = async () => {
    const answer = answers[calls.count++]
    if (answer instanceof Error) throw answer
    return answer
  }
  return { run, calls }
}

function waits() {
  const seconds: number[] = []
  return { seconds, wait: async (s: number) => void seconds.push(s) }
}

const busy = (retryAfterSeconds?: number) =>
  new ProviderError({ code: 'rate-limited', message: 'Too many requests', retryAfterSeconds })
const wrongKey = new ProviderError({ code: 'unauthorised', message: 'The key is wrong' })

describe('retry', () => {
  test('throws an error that is not retryable without a retry', async () => {
    const { run, calls } = answering(wrongKey, 'never')
    const { seconds, wait } = waits()

    await expect(retry(run, { attempts: 5 }, { wait })).rejects.toBe(wrongKey)

    expect(calls.count).toBe(1)
    expect(seconds).toEqual([])
  })

  test('throws the last error when the attempts are used up', async () => {
    const last = busy()
    const { run, calls } = answering(busy(), busy(), last, 'never')

    await expect(retry(run, { attempts: 3 }, waits())).rejects.toBe(last)

    expect(calls.count).toBe(3)
  })

  test('makes one attempt by default', async () => {
    const { run, calls } = answering(busy(), 'never')

    await expect(retry(run, {}, waits())).rejects.toThrow('Too many requests')

    expect(calls.count).toBe(1)
  })

  test('retries a retryable error until it succeeds', async () => {
    const { run } = answering(busy(), busy(), 'text')
    const { seconds, wait } = waits()

    expect(await retry(run, { attempts: 3 }, { wait })).toBe('text')

    expect(seconds).toHaveLength(2)
  })

  test('the policy takes precedence over the error’s own flag', async () => {
    const { run } = answering(wrongKey, 'text')
    const { seconds, wait } = waits()

    const policy = { attempts: 2, isRetryable: () => true, waitSeconds: () => 7 }

    expect(await retry(run, policy, { wait })).toBe('text')
    expect(seconds).toEqual([7])
  })
})

describe('delays', () => {
  test('waits as long as the provider requests, up to five minutes', () => {
    expect(backOff(busy(20), 1)).toBeGreaterThanOrEqual(20)
    expect(backOff(busy(20), 1)).toBeLessThanOrEqual(22)
    expect(backOff(busy(86_400), 1)).toBeLessThanOrEqual(330)
  })

  test.each([
    [1, 0.5, 1],
    [2, 1, 2],
    [3, 2, 4],
    [30, 30, 60],
  ])('attempt %i waits otherwise between %d and %d seconds', (attempt, min, max) => {
    expect(backOff(new Error('reset'), attempt)).toBeGreaterThanOrEqual(min)
    expect(backOff(new Error('reset'), attempt)).toBeLessThanOrEqual(max)
  })

  test('an aborted signal ends the wait with its reason', async () => {
    const stop = new AbortController()
    const sleepPromise = sleepUnlessAborted(stop.signal, 60)

    stop.abort(new Error('cancelled'))

    await expect(sleepPromise).rejects.toThrow('cancelled')
  })
})
