import { setTimeout as sleep } from 'node:timers/promises'
import type { StepOptions } from './jobs.ts'

const longestBackOff = 60
const longestRetryAfter = 300

type Waiting = { readonly wait: (seconds: number, error: unknown) => Promise<void> }

/** Runs until it succeeds, throws an error that is not worth another try, or the attempts are used up. */
export async function retry<T>(
  run: () => Promise<T>,
  { attempts = 1, isRetryable = saysRetryable, waitSeconds = backOff }: StepOptions,
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
  const asked = fieldOf(error, 'retryAfterSeconds')
  if (typeof asked === 'number')
    return Math.min(asked, longestRetryAfter) * (1 + Math.random() / 10)
  return Math.min(2 ** (attempt - 1), longestBackOff) * (0.5 + Math.random() / 2)
}

function fieldOf(error: unknown, name: string): unknown {
  return error instanceof Error ? (error as unknown as Record<string, unknown>)[name] : undefined
}
