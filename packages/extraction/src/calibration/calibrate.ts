import { type Bound, boundsOf, intervalAt } from './interval.ts'
import { isotonicSteps, type Step, shareAt } from './isotonic.ts'
import type { Judged } from './judged.ts'
import { fitLogistic, type Logistic, logisticAt } from './logistic.ts'

/**
 * Share of right values by confidence, as estimated from values with a known result. Plain data,
 * for storage.
 */
export type Calibration = {
  /** Number of values that it was fitted on. */
  readonly truths: number
  readonly steps: readonly Step[]
  readonly logistic: Logistic
  /** Weight of the logistic curve, 0 to 1; the steps have the rest. */
  readonly weight: number
  /** Rising. */
  readonly bounds: readonly Bound[]
}

/** Calibrated confidence: the estimated share of such values that are right. */
export type Calibrated = {
  /** 0 to 1. */
  readonly confidence: number
  /**
   * Interval that contains the share with at least 95 % probability, provided that more confident
   * values are right more often.
   */
  readonly interval: readonly [low: number, high: number]
  readonly truths: number
}

/** Minimum number of values: a share of fewer is anecdotal. */
export const fewestTruths = 50

/** Maximum weight of the curve, however well it fits: the steps are valid whatever the shape is. */
const mostOfCurve = 0.7

/** Number of folds in cross-validation. */
const folds = 5

/**
 * Fits the probability of being right by isotonic regression on confidence, averaged with a
 * logistic curve. Steps assume no shape, but vary with few values; a curve with two parameters is
 * stable, but may have the wrong shape. Each is weighted by its cross-validated likelihood. Returns
 * `null` when there are too few values.
 */
export function calibrate(truths: readonly Judged[]): Calibration | null {
  if (truths.length < fewestTruths) return null
  return {
    truths: truths.length,
    steps: isotonicSteps(truths),
    logistic: fitLogistic(truths),
    weight: Math.min(mostOfCurve, 1 / (1 + Math.exp(-leadOfCurve(truths)))),
    bounds: boundsOf(truths),
  }
}

/** Returns the calibrated confidence. */
export function calibrated(calibration: Calibration, confidence: number): Calibrated {
  const { truths, steps, logistic, weight, bounds } = calibration
  const worth =
    weight * logisticAt(logistic, confidence) + (1 - weight) * shareAt(steps, confidence)
  const [low, high] = intervalAt(bounds, confidence)
  // The result stays within the interval, whatever the shape of the curve.
  const held = Math.min(high, Math.max(low, worth))
  return {
    confidence: Math.round(10_000 * held) / 10_000,
    interval: [low, high],
    truths,
  }
}

/** Returns the cross-validated log-likelihood of the curve minus that of the steps. */
function leadOfCurve(truths: readonly Judged[]): number {
  let lead = 0
  for (let fold = 0; fold < folds; fold++) {
    const others = truths.filter((_, place) => place % folds !== fold)
    const steps = isotonicSteps(others)
    const curve = fitLogistic(others)
    for (const { confidence, isRight } of truths.filter((_, place) => place % folds === fold)) {
      const likelihood = (sureness: number) => Math.log(isRight ? sureness : 1 - sureness)
      lead += likelihood(logisticAt(curve, confidence)) - likelihood(shareAt(steps, confidence))
    }
  }
  return lead
}
