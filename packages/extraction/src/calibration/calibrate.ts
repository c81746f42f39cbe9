import { type Bound, boundsOf, intervalAt } from './interval.ts'
import { isotonicSteps, shareAt } from './isotonic.ts'
import type { Judged } from './judged.ts'
import { fitLogistic, type Logistic, logisticAt } from './logistic.ts'

/** How often values that were said to be so sure are right, as far as truths can tell. Plain data, to be kept. */
export type Calibration = {
  /** How many it was made from. */
  readonly truths: number
  readonly steps: ReturnType<typeof isotonicSteps>
  readonly logistic: Logistic
  /** Of the logistic curve, 0 to 1; the steps have the rest. */
  readonly weight: number
  /** Rising. */
  readonly bounds: readonly Bound[]
}

/** A confidence after truths: in so many cases such values were right. */
export type Calibrated = {
  /** 0 to 1. */
  readonly confidence: number
  /** Between which it lies with 95 % at least, if surer values are right more often. */
  readonly interval: readonly [low: number, high: number]
  readonly truths: number
}

/** Below that a share is an anecdote. */
export const fewestTruths = 50

/** However well the curve fits, the steps keep their say: they hold whatever the shape is. */
const mostOfCurve = 0.7

/** The truths are parted in so many, each of which judges what the others say. */
const folds = 5

/**
 * Isotonic regression of being right on confidence, averaged with a logistic curve. Steps need no shape and waver
 * while truths are few; a curve of two numbers hardly wavers and may have the wrong shape. Each counts by how well it
 * foretells truths that it has not seen. `null` where there are too few.
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

/** What a confidence is worth. */
export function calibrated(calibration: Calibration, confidence: number): Calibrated {
  const { truths, steps, logistic, weight, bounds } = calibration
  const worth =
    weight * logisticAt(logistic, confidence) + (1 - weight) * shareAt(steps, confidence)
  const [low, high] = intervalAt(bounds, confidence)
  // What the neighbours rule out is not said, whatever the shape of the curve.
  const held = Math.min(high, Math.max(low, worth))
  return {
    confidence: Math.round(10_000 * held) / 10_000,
    interval: [low, high],
    truths,
  }
}

/** By how much the curve foretells better than the steps: the difference of their log-likelihoods. */
function leadOfCurve(truths: readonly Judged[]): number {
  let lead = 0
  for (let fold = 0; fold < folds; fold++) {
    const others = truths.filter((_, place) => place % folds !== fold)
    const [steps, curve] = [isotonicSteps(others), fitLogistic(others)]
    for (const { confidence, isRight } of truths.filter((_, place) => place % folds === fold)) {
      const likelihood = (sureness: number) => Math.log(isRight ? sureness : 1 - sureness)
      lead += likelihood(logisticAt(curve, confidence)) - likelihood(shareAt(steps, confidence))
    }
  }
  return lead
}
