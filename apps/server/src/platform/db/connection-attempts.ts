import { exponentialBackOff } from '../retry.ts'

/**
 * Limits connection attempts to an unreachable server: one at a time, with growing delays after
 * failures. Callers in between fail immediately with the last error.
 */
export type ConnectionAttempts = {
  run<T>(attempt: () => Promise<T>): Promise<T>
}

type FailureState = { readonly error: unknown; readonly times: number; readonly nextAt: number }

const maxDelaySeconds = 1
const getDelaySeconds = exponentialBackOff(0.1, maxDelaySeconds)

export function createConnectionAttempts(
  now: () => number = () => performance.now(),
): ConnectionAttempts {
  let failure: FailureState | undefined
  let isRetrying = false

  const recordFailure = (error: unknown) => {
    const times = (failure?.times ?? 0) + 1
    failure = { error, times, nextAt: now() + getDelaySeconds(error, times) * 1000 }
  }

  /** The single attempt that finds out whether the server is back. */
  const retryConnection = async <T>(attempt: () => Promise<T>): Promise<T> => {
    isRetrying = true
    try {
      const result = await attempt()
      failure = undefined
      return result
    } catch (error) {
      recordFailure(error)
      throw error
    } finally {
      isRetrying = false
    }
  }

  const tryConnection = async <T>(attempt: () => Promise<T>): Promise<T> => {
    try {
      return await attempt()
    } catch (error) {
      // Attempts that fail together count as one failure.
      if (!failure) recordFailure(error)
      throw error
    }
  }

  return {
    async run(attempt) {
      if (!failure) return tryConnection(attempt)
      if (isRetrying || now() < failure.nextAt) throw failure.error
      return retryConnection(attempt)
    },
  }
}
