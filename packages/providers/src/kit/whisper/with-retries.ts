import { ProviderError } from '@recto/provider-spec/provider-error'
import { pause } from '../pause.ts'

export type Patience = {
  /** How often a call is made again after it failed for a passing reason. */
  readonly retries: number
  /** Seconds before the first repetition; each next one waits twice as long, up to a minute. */
  readonly firstWaitSeconds: number
}

const maxWaitSeconds = 60

/**
 * Repeats a call that failed for a passing reason: no connection, no time, too many calls, a broken
 * server. It is the one exception to the rule that the caller retries: a document takes several
 * calls, and to begin again after a broken one would submit, and pay, the document once more. What the service says about when to come back wins; if that is too far off, its refusal is
 * passed on. Throws the signal's reason when the waiting is cut short.
 */
export async function withRetries<T>(
  { retries, firstWaitSeconds }: Patience,
  signal: AbortSignal,
  call: () => Promise<T>,
): Promise<T> {
  for (let failed = 0; ; failed += 1) {
    try {
      return await call()
    } catch (error) {
      const usual = Math.min(maxWaitSeconds, firstWaitSeconds * 2 ** failed)
      const wait = waitAfter(error, usual)
      if (failed >= retries || wait === undefined) throw error
      await pause(wait, signal)
    }
  }
}

/** Seconds; `undefined` when there is no sense in waiting. */
function waitAfter(error: unknown, usual: number): number | undefined {
  if (!(error instanceof ProviderError) || !error.isRetryable) return undefined
  const asked = error.retryAfterSeconds
  if (asked !== undefined) return asked > maxWaitSeconds ? undefined : asked
  // A little apart, so that callers who failed together do not return together.
  return usual * (0.75 + Math.random() / 2)
}
