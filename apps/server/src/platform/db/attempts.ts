import { backOffFrom } from '../retry.ts'

/**
 * Bounds how often connections to a server are tried that cannot be reached: one at a time, and after
 * each failure a little later. Whoever asks meanwhile gets the last failure at once.
 */
export type ConnectionAttempts = {
  run<T>(attempt: () => Promise<T>): Promise<T>
}

type Failing = { readonly error: unknown; readonly times: number; readonly nextAt: number }

const maxSeconds = 1
const wait = backOffFrom(0.1, maxSeconds)

export function openAttempts(now: () => number = () => performance.now()): ConnectionAttempts {
  let failing: Failing | undefined
  let isTrying = false

  const fail = (error: unknown) => {
    const times = (failing?.times ?? 0) + 1
    failing = { error, times, nextAt: now() + wait(error, times) * 1000 }
  }

  /** The one attempt that shows whether the server is back. */
  const tryAgain = async <T>(attempt: () => Promise<T>): Promise<T> => {
    isTrying = true
    try {
      const result = await attempt()
      failing = undefined
      return result
    } catch (error) {
      fail(error)
      throw error
    } finally {
      isTrying = false
    }
  }

  const tryFirst = async <T>(attempt: () => Promise<T>): Promise<T> => {
    try {
      return await attempt()
    } catch (error) {
      // Many that were under way together are one failure.
      if (!failing) fail(error)
      throw error
    }
  }

  return {
    async run(attempt) {
      if (!failing) return tryFirst(attempt)
      if (isTrying || now() < failing.nextAt) throw failing.error
      return tryAgain(attempt)
    },
  }
}
