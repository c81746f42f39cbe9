import { type Bound, boundsOf, intervalAt } from './interval.ts'
import { type CalibrationSample, type CalibrationStep, isotonicSteps, shareAt } from './isotonic.ts'
import { fitLogistic, type Logistic, logisticAt } from './logistic.ts'

/**
 * Share of right values by confidence, as estimated from values with a known result. It is stored
 * as JSON, so its keys must not change.
 */
export type ConfidenceCalibration = {
  /** Number of values that it was fitted on. */
  readonly truths: number
  readonly steps: readonly CalibrationStep[]
  readonly logistic: Logistic
  /** Weight of the logistic curve, 0 to 1; the steps have the rest. */
  readonly weight: number
  /** Bounds in ascending order of confidence. */
  readonly bounds: readonly Bound[]
}

/** Calibrated confidence: the estimated share of such values that are right. */
export type CalibratedConfidence = {
  /** Estimated share of right values, 0 to 1. */
  readonly confidence: number
  /**
   * Interval that contains the share with at least 95 % probability, provided that more confident
   * values are right more often.
   */
  readonly interval: readonly [low: number, high: number]
  readonly truths: number
}

/** Minimum number of values: a share of fewer is anecdotal. */
export const minSamples = 50

/** Maximum weight of the curve, however well it fits: the steps are valid whatever the shape is. */
const maxCurveWeight = 0.7

/** Number of folds in cross-validation. */
const folds = 5

/**
 * Fits the probability of being right by isotonic regression on confidence, averaged with a
 * logistic curve. Steps assume no shape, but vary with few values; a curve with two parameters is
 * stable, but may have the wrong shape. Each is weighted by its cross-validated likelihood. Returns
 * `null` when there are too few values.
 */
export function calibrate(samples: readonly CalibrationSample[]): ConfidenceCalibration | null {
  if (samples.length < minSamples) return null
  return {
    truths: samples.length,
    steps: isotonicSteps(samples),
    logistic: fitLogistic(samples),
    weight: Math.min(maxCurveWeight, 1 / (1 + Math.exp(-compareLikelihoods(samples)))),
    bounds: boundsOf(samples),
  }
}

/** Returns the calibrated confidence. */
export function applyCalibration(
  calibration: ConfidenceCalibration,
  confidence: number,
): CalibratedConfidence {
  const { truths, steps, logistic, weight, bounds } = calibration
  const estimate =
    weight * logisticAt(logistic, confidence) + (1 - weight) * shareAt(steps, confidence)
  const [low, high] = intervalAt(bounds, confidence)
  // The result stays within the interval, whatever the shape of the curve.
  const clampedConfidence = Math.min(high, Math.max(low, estimate))
  return {
    confidence: Math.round(10_000 * clampedConfidence) / 10_000,
    interval: [low, high],
    truths,
  }
}

/** Returns the cross-validated log-likelihood of the curve minus that of the steps. */
function compareLikelihoods(samples: readonly CalibrationSample[]): number {
  let lead = 0
  for (let fold = 0; fold < folds; fold++) {
    const trainingSamples = samples.filter((_, index) => index % folds !== fold)
    const steps = isotonicSteps(trainingSamples)
    const curve = fitLogistic(trainingSamples)
    for (const { confidence, isRight } of samples.filter((_, index) => index % folds === fold)) {
      const likelihood = (probability: number) => Math.log(isRight ? probability : 1 - probability)
      lead += likelihood(logisticAt(curve, confidence)) - likelihood(shareAt(steps, confidence))
    }
  }
  return lead
}
