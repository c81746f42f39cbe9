import { ProviderError } from '@recto/provider-spec/provider-error'
import { pause } from '../external-call.ts'

export type RetrySchedule = {
  /** Maximum retries of a call that failed for a transient reason. */
  readonly retries: number
  /** Seconds before the first repetition; each next one waits twice as long, up to a minute. */
  readonly firstWaitSeconds: number
}

const maxWaitSeconds = 60

/**
 * Repeats a call that failed for a transient reason: no connection, a timeout, too many calls, a
 * broken server. It is the one exception to the rule that the caller retries: a document takes
 * several calls, and starting over would submit, and pay for, the document again. A wait that the
 * service asks for wins; if it is too long, the refusal is rethrown. Throws the signal's reason when
 * it is aborted.
 */
export async function withRetries<T>(
  { retries, firstWaitSeconds }: RetrySchedule,
  signal: AbortSignal,
  call: () => Promise<T>,
): Promise<T> {
  for (let failureCount = 0; ; failureCount += 1) {
    try {
      return await call()
    } catch (error) {
      const usual = Math.min(maxWaitSeconds, firstWaitSeconds * 2 ** failureCount)
      const wait = waitAfter(error, usual)
      if (failureCount >= retries || wait === undefined) throw error
      await pause(wait, signal)
    }
  }
}

/** Returns the seconds to wait; `undefined` if a retry is useless. */
function waitAfter(error: unknown, usual: number): number | undefined {
  if (!(error instanceof ProviderError) || !error.isRetryable) return undefined
  const requestedSeconds = error.retryAfterSeconds
  if (requestedSeconds !== undefined)
    return requestedSeconds > maxWaitSeconds ? undefined : requestedSeconds
  // Jitter, so that callers that failed together do not retry together.
  return usual * (0.75 + Math.random() / 2)
}
