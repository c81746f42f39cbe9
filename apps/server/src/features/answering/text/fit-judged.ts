import { type Calibration, calibrate } from '@recto/extraction/calibrate'
import { choosePassings, type Passing } from '@recto/extraction/choose-passing'

/** A value of which a truth says whether it was right; without a confidence where it was said to be none. */
export type JudgedConfidence = {
  readonly type: string
  readonly confidence: number | null
  readonly isRight: boolean
}

/** What the truths of a project tell of its confidences. Plain data, to be kept. */
export type FittedConfidence = {
  readonly truths: number
  /** Of types with enough truths of their own. */
  readonly byType: Readonly<Record<string, Calibration>>
  /** Of all types together; null where there are too few. */
  readonly pooled: Calibration | null
  /** What can pass without review, the strictest promise first. */
  readonly passings: readonly Passing[]
}

/** It runs in another process: a project may have thousands of them. */
export function fitJudged(values: readonly JudgedConfidence[]): FittedConfidence {
  const given = values.flatMap(({ type, confidence, isRight }) =>
    confidence === null ? [] : [{ type, confidence, isRight }],
  )
  // What nothing supports has no confidence to calibrate.
  const supported = given.filter(({ confidence }) => confidence > 0)
  const byType = [...Map.groupBy(supported, ({ type }) => type)].flatMap(([type, those]) => {
    const calibration = calibrate(those)
    return calibration ? [[type, calibration] as const] : []
  })
  return {
    truths: values.length,
    byType: Object.fromEntries(byType),
    pooled: calibrate(supported),
    passings: choosePassings({
      given,
      empty: values.filter(({ confidence }) => confidence === null),
    }),
  }
}
