import process from 'node:process'

export type FuzzSettings = {
  readonly seed: number
  readonly numRuns: number
  /** Milliseconds, after which no further run begins; a property that held so far holds. */
  readonly interruptAfterTimeLimit?: number
}

/**
 * How long properties are tried: a few runs that are always the same, or as many new ones as there are in
 * the minutes of `npm run fuzz`, of which a file of tests divides its own among its properties. A seed of `RECTO_FUZZ_SEED` repeats those of an earlier time.
 */
export function fuzzSettings(runs: number, share: number): FuzzSettings {
  const minutes = Number(process.env.RECTO_FUZZ_MINUTES ?? 0)
  const seed = Number(process.env.RECTO_FUZZ_SEED ?? (minutes > 0 ? Date.now() % 2 ** 31 : 4711))
  if (minutes === 0) return { seed, numRuns: runs }
  console.log(`fuzz: RECTO_FUZZ_SEED=${seed}`)
  return { seed, numRuns: 10_000_000, interruptAfterTimeLimit: minutes * 60_000 * share }
}

/** Settings for property-based tests. */
export const fuzzTimeout = (): number =>
  Math.max(Number(process.env.RECTO_FUZZ_MINUTES ?? 0) * 60_000 * 1.5, 120_000)
