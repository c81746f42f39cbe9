import { explainFailure } from './explain-failure.ts'

type CallOptions = {
  /** 0 is no limit. */
  readonly limitSeconds: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs one call outside under a time limit and turns whatever it throws into a `ProviderError`.
 * When the caller's own signal stops it, that signal's reason is thrown instead.
 */
export type OutsideCall = <T>(
  options: CallOptions,
  run: (signal: AbortSignal) => Promise<T>,
) => Promise<T>

/** Timers hold no longer time. */
const maxTimerSeconds = 2_000_000

export function createOutsideCall(about: {
  readonly name: string
  readonly secrets: readonly string[]
  /** Shortens every limit, and is the limit where there is none. */
  readonly maxSeconds?: number
}): OutsideCall {
  return async ({ limitSeconds, signal }, run) => {
    const wanted = limitSeconds === 0 ? maxTimerSeconds : limitSeconds
    const seconds = Math.min(wanted, about.maxSeconds ?? maxTimerSeconds, maxTimerSeconds)
    const limit = AbortSignal.timeout(seconds * 1000)
    try {
      return await run(signal ? AbortSignal.any([signal, limit]) : limit)
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      throw explainFailure(error, { ...about, seconds, isTimeUp: limit.aborted })
    }
  }
}
