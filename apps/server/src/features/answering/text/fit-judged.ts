import { type Calibration, calibrate } from '@recto/extraction/calibrate'
import { choosePassings, type Passing } from '@recto/extraction/choose-passing'

/**
 * Whether a value equals its expected value; `confidence` is null where the answer was that there
 * is none.
 */
export type JudgedConfidence = {
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
  readonly byType: Readonly<Record<string, Calibration>>
  /** The calibration of all types together; null where there are too few expected values. */
  readonly pooled: Calibration | null
  /** The thresholds above which values can pass without review, strictest promise first. */
  readonly passings: readonly Passing[]
}

/** Runs in another process: a project may have thousands of values. */
export function fitJudged(values: readonly JudgedConfidence[]): FittedConfidence {
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
    passings: choosePassings({
      given: withValue,
      empty: values.filter(({ confidence }) => confidence === null),
    }),
  }
}
