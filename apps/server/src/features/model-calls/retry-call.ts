import { setTimeout as sleep } from 'node:timers/promises'
import {
  backOff,
  getRetryAfterSeconds,
  type RetryPolicy,
  retry,
  sleepUnlessAborted,
} from '../../platform/retry.ts'
import type { CallContext } from './call-context.ts'

/** Longest retry-after of a provider that is waited for; beyond it the call fails at once. */
const maxRetryAfterSeconds = 300

/**
 * Makes a call and retries it after transient failures: as often as the adapter's settings allow,
 * after the provider's retry-after or a growing delay, and never beyond the patience of the run.
 * The only place where whole calls are retried: neither steps nor providers do.
 */
export function retryCall<T>(
  { signal, patienceSeconds = Number.POSITIVE_INFINITY }: CallContext,
  { maxRetries = 0, isRetryable = isMarkedRetryable }: RetryCallOptions,
  call: () => Promise<T>,
): Promise<T> {
  let secondsLeft = patienceSeconds
  const policy: RetryPolicy = {
    attempts: 1 + maxRetries,
    isRetryable: (error) => isRetryable(error) && isWithinPatience(error, secondsLeft),
    waitSeconds: (error, attempt) => Math.min(backOff(error, attempt), Math.max(secondsLeft, 0)),
  }
  const wait = async (seconds: number) => {
    secondsLeft -= seconds
    if (signal) await sleepUnlessAborted(signal, seconds)
    else await sleep(seconds * 1000)
  }
  return retry(call, policy, { wait })
}

type RetryCallOptions = {
  /** Number of retries from the settings of the adapter. */
  readonly maxRetries?: number | undefined
  readonly isRetryable?: (error: unknown) => boolean
}

function isWithinPatience(error: unknown, secondsLeft: number): boolean {
  const retryAfterSeconds = getRetryAfterSeconds(error) ?? 0
  return secondsLeft > 0 && retryAfterSeconds <= Math.min(secondsLeft, maxRetryAfterSeconds)
}

const isMarkedRetryable = (error: unknown) =>
  error instanceof Error && 'isRetryable' in error && error.isRetryable === true
