import { upperBound } from './binomial-bound.ts'
import { chooseThreshold, defaultRisk, minRightCount } from './choose-threshold.ts'
import type { CalibrationSample } from './isotonic.ts'

/**
 * Results of a project whose correctness is known: the extracted values, and the fields for which
 * none was extracted.
 */
export type JudgedHistory = {
  readonly values: readonly CalibrationSample[]
  /** A result is right when the document has no value for the field either. */
  readonly emptyFields: readonly Pick<CalibrationSample, 'isRight'>[]
}

/**
 * Criteria by which values skip review while the error rate target is met. They are stored as JSON,
 * so their keys must not change.
 */
export type PassCriteria = {
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
 * Chooses criteria for values and empty fields separately: when each meets the target, so do both
 * together. When there are both, they share the risk.
 */
export function choosePassCriteria(
  { values, emptyFields }: JudgedHistory,
  wrongPerThousand: number,
): PassCriteria {
  const parts = values.length > 0 && emptyFields.length > 0 ? 2 : 1
  const risk = defaultRisk / parts
  const rate = wrongPerThousand / 1000
  const choice = chooseThreshold(values, { wrongPerThousand, risk })
  const wrong = emptyFields.filter(({ isRight }) => !isRight).length
  const passesEmpty = emptyFields.length > 0 && upperBound(wrong, emptyFields.length, risk) <= rate
  const passingCount = (choice?.share ?? 0) * values.length + (passesEmpty ? emptyFields.length : 0)
  return {
    wrongPerThousand,
    threshold: choice?.threshold ?? null,
    passesEmpty,
    share: passingCount / Math.max(1, values.length + emptyFields.length),
    fewest: minRightCount({ wrongPerThousand, risk }),
  }
}

/**
 * Error rate targets, in wrong values per thousand; between two of them the stricter one applies.
 */
const errorTargets: readonly number[] = [
  1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200, 300, 500,
]

/** Returns the results for all targets, the strictest first. */
export const choosePassCriteriaByTarget = (history: JudgedHistory): readonly PassCriteria[] =>
  errorTargets.map((wrongPerThousand) => choosePassCriteria(history, wrongPerThousand))

/** Value of a document in a run. */
export type RunValue =
  /** Confidence, 0 to 1; 0 when nothing supports the value. */
  | { readonly confidence: number }
  /** The document has no such value, according to the run. */
  | 'empty'
  /** The value could not be read. */
  | 'failed'

/** Whether a value may skip review. */
export function canSkipReview({ threshold, passesEmpty }: PassCriteria, value: RunValue): boolean {
  if (value === 'failed') return false
  if (value === 'empty') return passesEmpty
  return threshold !== null && value.confidence >= threshold
}
