import { upperBound } from './binomial-bound.ts'
import { chooseThreshold, fewestRight, usualRisk } from './choose-threshold.ts'
import type { Judged } from './judged.ts'

/**
 * Values of a project with a known result: those that the machine gave, and the fields for which it
 * gave none.
 */
export type History = {
  readonly given: readonly Judged[]
  /** Whether the document has no value for the field either. */
  readonly empty: readonly Pick<Judged, 'isRight'>[]
}

/** Values that can skip review while the error rate target is met. */
export type Passing = {
  readonly wrongPerThousand: number
  /** Minimum confidence of values that pass; `null` when none can. */
  readonly threshold: number | null
  /** Whether empty fields pass. */
  readonly passesEmpty: boolean
  /** Share of all values of the history that pass, 0 to 1. */
  readonly share: number
  /** Minimum number of right values, without any wrong one, that can guarantee the target. */
  readonly fewest: number
}

/**
 * Chooses thresholds for given and empty values separately: when each meets the target, so do both
 * together. When there are both, they share the risk.
 */
export function choosePassing({ given, empty }: History, wrongPerThousand: number): Passing {
  const parts = given.length > 0 && empty.length > 0 ? 2 : 1
  const risk = usualRisk / parts
  const rate = wrongPerThousand / 1000
  const found = chooseThreshold(given, { wrongPerThousand, risk })
  const wrong = empty.filter(({ isRight }) => !isRight).length
  const passesEmpty = empty.length > 0 && upperBound(wrong, empty.length, risk) <= rate
  const passing = (found?.share ?? 0) * given.length + (passesEmpty ? empty.length : 0)
  return {
    wrongPerThousand,
    threshold: found?.threshold ?? null,
    passesEmpty,
    share: passing / Math.max(1, given.length + empty.length),
    fewest: fewestRight({ wrongPerThousand, risk }),
  }
}

/**
 * Error rate targets, in wrong values per thousand; between two of them the stricter one applies.
 */
const dialStops: readonly number[] = [
  1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200, 300, 500,
]

/** Returns the results for all targets, the strictest first. */
export const choosePassings = (history: History): readonly Passing[] =>
  dialStops.map((wrongPerThousand) => choosePassing(history, wrongPerThousand))

/** Value of a document in a run. */
export type RunValue =
  /** Confidence, 0 to 1; 0 when nothing supports the value. */
  | { readonly confidence: number }
  /** The document has no such value, according to the run. */
  | 'empty'
  /** The value could not be read. */
  | 'failed'

/** Whether a value may skip review. */
export function passes({ threshold, passesEmpty }: Passing, value: RunValue): boolean {
  if (value === 'failed') return false
  if (value === 'empty') return passesEmpty
  return threshold !== null && value.confidence >= threshold
}
