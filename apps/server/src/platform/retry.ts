import { setTimeout as sleep } from 'node:timers/promises'

export type RetryPolicy = {
  /** How often in all, when `run` throws an error for which `isRetryable` holds; 1 unless stated. */
  readonly attempts?: number
  /** By default the error's own `isRetryable`. */
  readonly isRetryable?: (error: unknown) => boolean
  /**
   * Wait before the next attempt, in seconds; by default the error's own `retryAfterSeconds`, at
   * most 300, else 1, 2, 4 … with jitter, at most 60.
   */
  readonly waitSeconds?: (error: unknown, attempt: number) => number
}

const maxBackOff = 60
const maxRetryAfter = 300

type Waiting = { readonly wait: (seconds: number, error: unknown) => Promise<void> }

/** Runs until it succeeds, throws an error that is not worth another try, or the attempts are used up. */
export async function retry<T>(
  run: () => Promise<T>,
  { attempts = 1, isRetryable = saysRetryable, waitSeconds = backOff }: RetryPolicy,
  { wait }: Waiting,
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

/** Waits, or throws the signal's reason as soon as it comes. */
export async function waitUnless(signal: AbortSignal, seconds: number): Promise<void> {
  await sleep(seconds * 1000, undefined, { signal }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw error
  })
}

function saysRetryable(error: unknown): boolean {
  return fieldOf(error, 'isRetryable') === true
}

/** What the other side asked for, else 1, 2, 4 … seconds; spread so that many do not return at once. */
export function backOff(error: unknown, attempt: number): number {
  const asked = retryAfterOf(error)
  if (asked !== undefined) return Math.min(asked, maxRetryAfter) * (1 + Math.random() / 10)
  return growing(error, attempt)
}

/** Waits that double from the first to the longest, spread so that many do not come at once. */
export function backOffFrom(
  firstSeconds: number,
  maxSeconds: number,
): Required<RetryPolicy>['waitSeconds'] {
  return (_error, attempt) =>
    Math.min(firstSeconds * 2 ** (attempt - 1), maxSeconds) * (0.5 + Math.random() / 2)
}

const growing = backOffFrom(1, maxBackOff)

/** In how many seconds the other side wants to be asked again, when it said so. */
export function retryAfterOf(error: unknown): number | undefined {
  const asked = fieldOf(error, 'retryAfterSeconds')
  return typeof asked === 'number' ? asked : undefined
}

function fieldOf(error: unknown, name: string): unknown {
  return error instanceof Error ? (error as unknown as Record<string, unknown>)[name] : undefined
}
