import { ProviderError } from '@recto/provider-spec/provider-error'

/**
 * How long the calls of one run are repeated while a service fails. All calls of a run share it:
 * otherwise each prompt of a document would wait for the same service again, one after the other.
 */
export type RetryPatience = {
  /** Seconds left for further attempts after this failure; not positive if there is no time left. */
  getSecondsLeft(error: unknown): number
  /** A call that succeeds shows that the service works, so the next failure counts from then on. */
  recordSuccess(): void
}

type PatienceOptions = {
  readonly seconds: number
  /**
   * The time for a service that cannot be reached at all; by default `seconds`. A wrong address and a
   * stopped server rarely repair themselves while somebody watches.
   */
  readonly unreachableSeconds?: number
}

/** `now` returns milliseconds of a clock that never goes back. */
export function createRetryPatience(
  { seconds, unreachableSeconds = seconds }: PatienceOptions,
  now: () => number = () => performance.now(),
): RetryPatience {
  let failingSince: number | undefined
  return {
    getSecondsLeft(error) {
      failingSince ??= now()
      const limit = isUnreachable(error) ? Math.min(seconds, unreachableSeconds) : seconds
      return limit - (now() - failingSince) / 1000
    },
    recordSuccess() {
      failingSince = undefined
    },
  }
}

const isUnreachable = (error: unknown) =>
  error instanceof ProviderError && error.code === 'unreachable'
