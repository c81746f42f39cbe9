import { type ConfidenceCalibration, calibrate } from '@recto/extraction/calibrate'
import {
  choosePassCriteriaByTarget,
  type PassCriteria,
} from '@recto/extraction/choose-pass-criteria'

/**
 * Whether a value equals its expected value; `confidence` is null where the answer was that there
 * is none.
 */
export type TypedConfidence = {
  readonly type: string
  readonly confidence: number | null
  readonly isRight: boolean
}

/**
 * The calibration of a project's confidences by its expected values. Stored as JSON, so its keys
 * must not change.
 */
export type FittedConfidence = {
  readonly truths: number
  /** Calibrations of the types that have enough expected values. */
  readonly byType: Readonly<Record<string, ConfidenceCalibration>>
  /** The calibration of all types together; null where there are too few expected values. */
  readonly pooled: ConfidenceCalibration | null
  /** The thresholds above which values can pass without review, strictest promise first. */
  readonly passings: readonly PassCriteria[]
}

/** Runs in another process: a project may have thousands of values. */
export function fitJudged(values: readonly TypedConfidence[]): FittedConfidence {
  const withValue = values
    .map(({ type, confidence, isRight }) =>
      confidence === null ? undefined : { type, confidence, isRight },
    )
    .filter((value) => value !== undefined)
  // A value without any support has no confidence to calibrate.
  const supportedValues = withValue.filter(({ confidence }) => confidence > 0)
  const byType = [...Map.groupBy(supportedValues, ({ type }) => type)]
    .map(([type, values]) => {
      const calibration = calibrate(values)
      return calibration && ([type, calibration] as const)
    })
    .filter((value) => value !== null)
  return {
    truths: values.length,
    byType: Object.fromEntries(byType),
    pooled: calibrate(supportedValues),
    passings: choosePassCriteriaByTarget({
      values: withValue,
      emptyFields: values.filter(({ confidence }) => confidence === null),
    }),
  }
}
