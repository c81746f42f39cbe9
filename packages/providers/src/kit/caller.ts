import { explainFailure } from './explain-failure.ts'

export type CallOptions = {
  /** 0 is no limit. */
  readonly limitSeconds: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs one call outside under a time limit and turns whatever it throws into a `ProviderError`.
 * When the caller's own signal stops it, that signal's reason is thrown instead.
 */
export type Caller = <T>(
  options: CallOptions,
  run: (signal: AbortSignal) => Promise<T>,
) => Promise<T>

/** Timers hold no longer time. */
const longestSeconds = 2_000_000

export function createCaller(about: {
  readonly name: string
  readonly secrets: readonly string[]
  /** Shortens every limit, and is the limit where there is none. */
  readonly mostSeconds?: number
}): Caller {
  return async ({ limitSeconds, signal }, run) => {
    const wanted = limitSeconds === 0 ? longestSeconds : limitSeconds
    const seconds = Math.min(wanted, about.mostSeconds ?? longestSeconds, longestSeconds)
    const limit = AbortSignal.timeout(seconds * 1000)
    try {
      return await run(signal ? AbortSignal.any([signal, limit]) : limit)
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      throw explainFailure(error, { ...about, seconds, isTimeUp: limit.aborted })
    }
  }
}
