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

type RetriedCall = {
  /** Step of the call, and the adapter that is called, by which people are told of a retry. */
  readonly step: string
  readonly adapterName: string
  /** Number of retries from the settings of the adapter. */
  readonly maxRetries?: number | undefined
  readonly isRetryable?: (error: unknown) => boolean
}

/**
 * Makes a call and retries it after transient failures: as often as the adapter's settings allow,
 * after the provider's retry-after or a growing delay, and never beyond the patience of the run.
 * The run is told before each wait. The only place where whole calls are retried: neither steps
 * nor providers do.
 */
export async function retryCall<T>(
  { signal, patience, onRetry, onRecovered }: CallContext,
  { step, adapterName, maxRetries = 0, isRetryable = isMarkedRetryable }: RetriedCall,
  call: () => Promise<T>,
): Promise<T> {
  const getSecondsLeft = (error: unknown) =>
    patience?.getSecondsLeft(error) ?? Number.POSITIVE_INFINITY
  let attempt = 1
  const policy: RetryPolicy = {
    attempts: 1 + maxRetries,
    isRetryable: (error) => isRetryable(error) && isWithin(getSecondsLeft(error), error),
    waitSeconds: (error, count) =>
      Math.min(backOff(error, count), Math.max(getSecondsLeft(error), 0)),
  }
  const wait = async (seconds: number, error: unknown) => {
    attempt++
    onRetry?.({ step, adapterName, error, seconds, attempt, maxAttempts: 1 + maxRetries })
    if (signal) await sleepUnlessAborted(signal, seconds)
    else await sleep(seconds * 1000)
  }
  const result = await retry(call, policy, { wait })
  patience?.recordSuccess()
  if (attempt > 1) onRecovered?.()
  return result
}

function isWithin(secondsLeft: number, error: unknown): boolean {
  const retryAfterSeconds = getRetryAfterSeconds(error) ?? 0
  return secondsLeft > 0 && retryAfterSeconds <= Math.min(secondsLeft, maxRetryAfterSeconds)
}

const isMarkedRetryable = (error: unknown) =>
  error instanceof Error && 'isRetryable' in error && error.isRetryable === true
