import { setTimeout as sleep } from 'node:timers/promises'

export type RetryPolicy = {
  /** Maximum number of calls, counting the first; default 1. */
  readonly attempts?: number
  /** Selects the errors to retry; by default those whose own `isRetryable` is true. */
  readonly isRetryable?: (error: unknown) => boolean
  /**
   * Delay before the next attempt. By default the error's own `retryAfterSeconds` (at most 300),
   * else exponential back-off: 1, 2, 4 … with jitter, at most 60.
   */
  readonly waitSeconds?: (error: unknown, attempt: number) => number
}

const maxBackOffSeconds = 60
const maxRetryAfterSeconds = 300

type RetryDependencies = { readonly wait: (seconds: number, error: unknown) => Promise<void> }

/** Runs until it succeeds, throws an error that is not retryable, or the attempts are used up. */
export async function retry<T>(
  run: () => Promise<T>,
  { attempts = 1, isRetryable = hasRetryableFlag, waitSeconds = backOff }: RetryPolicy,
  { wait }: RetryDependencies,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= attempts || !isRetryable(error)) throw error
      await wait(waitSeconds(error, attempt), error)
    }
  }
}

/** Sleeps, or throws the signal's reason as soon as it is aborted. */
export async function sleepUnlessAborted(signal: AbortSignal, seconds: number): Promise<void> {
  await sleep(seconds * 1000, undefined, { signal }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw error
  })
}

/** Whether the error itself says that another attempt may succeed. */
export function hasRetryableFlag(error: unknown): boolean {
  return getErrorField(error, 'isRetryable') === true
}

const defaultBackOff = exponentialBackOff(1, maxBackOffSeconds)

/** The delay requested by the other side, else 1, 2, 4 … seconds; with jitter. */
export function backOff(error: unknown, attempt: number): number {
  const retryAfterSeconds = getRetryAfterSeconds(error)
  if (retryAfterSeconds !== undefined)
    return Math.min(retryAfterSeconds, maxRetryAfterSeconds) * (1 + Math.random() / 10)
  return defaultBackOff(error, attempt)
}

/**
 * Delays that double from `firstSeconds` up to `maxSeconds`, with jitter so that many clients do
 * not return at the same moment.
 */
export function exponentialBackOff(
  firstSeconds: number,
  maxSeconds: number,
): Required<RetryPolicy>['waitSeconds'] {
  return (_error, attempt) =>
    Math.min(firstSeconds * 2 ** (attempt - 1), maxSeconds) * (0.5 + Math.random() / 2)
}

/** The delay in seconds that the other side requested, if any. */
export function getRetryAfterSeconds(error: unknown): number | undefined {
  const seconds = getErrorField(error, 'retryAfterSeconds')
  return typeof seconds === 'number' ? seconds : undefined
}

function getErrorField(error: unknown, name: string): unknown {
  return error instanceof Error ? (error as unknown as Record<string, unknown>)[name] : undefined
}
