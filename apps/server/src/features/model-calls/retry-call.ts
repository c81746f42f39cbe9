import { setTimeout as sleep } from 'node:timers/promises'
import { backOff, type RetryPolicy, retry, retryAfterOf, waitUnless } from '../../platform/retry.ts'
import type { CallContext } from './call-context.ts'

/** What a provider says is not waited for longer than this: whoever waits hears of it instead. */
const maxRetryAfterSeconds = 300

/**
 * Makes a call, and makes it again when it failed for a passing reason: as often as the adapter's settings
 * say, when the provider says or after a growing wait, and never beyond the patience of who waits for the
 * run. The one place where that is done: neither steps nor providers repeat a whole call.
 */
export function retryCall<T>(
  { signal, patienceSeconds = Number.POSITIVE_INFINITY }: CallContext,
  { maxRetries = 0, isRetryable = saysRetryable }: Retries,
  call: () => Promise<T>,
): Promise<T> {
  let left = patienceSeconds
  const policy: RetryPolicy = {
    attempts: 1 + maxRetries,
    isRetryable: (error) => isRetryable(error) && isNear(error, left),
    waitSeconds: (error, attempt) => Math.min(backOff(error, attempt), Math.max(left, 0)),
  }
  const wait = async (seconds: number) => {
    left -= seconds
    if (signal) await waitUnless(signal, seconds)
    else await sleep(seconds * 1000)
  }
  return retry(call, policy, { wait })
}

type Retries = {
  /** As the settings of the adapter say. */
  readonly maxRetries?: number | undefined
  readonly isRetryable?: (error: unknown) => boolean
}

function isNear(error: unknown, left: number): boolean {
  const asked = retryAfterOf(error) ?? 0
  return left > 0 && asked <= Math.min(left, maxRetryAfterSeconds)
}

const saysRetryable = (error: unknown) =>
  error instanceof Error && 'isRetryable' in error && error.isRetryable === true
