import { lowerBound, upperBound } from './binomial-bound.ts'

/** A value of which it is known whether it was right, and how sure it was said to be, 0 to 1. */
export type Judged = { readonly confidence: number; readonly isRight: boolean }

/** How often values of such a confidence were right. */
type CalibrationStep = {
  /** The step holds from this confidence on, until the next one begins. */
  readonly from: number
  readonly count: number
  readonly right: number
  /** The calibrated confidence. */
  readonly sureness: number
  /** Between which it lies with 95 %. */
  readonly interval: readonly [low: number, high: number]
}

/** `null`: there are too few truths; then a confidence stays what it is. */
export type Calibration = readonly CalibrationStep[] | null

/** Below that a share is an anecdote. */
export const fewestTruths = 50

/** Of each side of an interval: 95 % lie within. */
const riskOfSide = 0.025

/** As many values as the uncalibrated confidence counts for in each step, so that none is quite sure or quite wrong. */
const weightOfPrior = 2

/**
 * Isotonic regression of being right on confidence by pooling adjacent violators: the best steps that never fall.
 * (Ayer, Brunk, Ewing, Reid and Silverman, “An empirical distribution function for sampling with incomplete
 * information”, Annals of Mathematical Statistics 26, 1955; for classifiers: Zadrozny and Elkan, KDD 2002.)
 */
export function calibrate(truths: readonly Judged[]): Calibration {
  if (truths.length < fewestTruths) return null
  const pools = poolViolators(poolsOf(truths))
  let highest = 0
  return pools.map(({ from, count, right, sum }) => {
    const shrunk = (right + (weightOfPrior * sum) / count) / (count + weightOfPrior)
    highest = Math.max(highest, shrunk)
    const interval = [
      lowerBound(right, count, riskOfSide),
      upperBound(right, count, riskOfSide),
    ] as const
    return { from, count, right, sureness: highest, interval }
  })
}

/** The calibrated confidence; as it is where there are too few truths. */
export function calibrated(calibration: Calibration, confidence: number): number {
  if (calibration === null) return confidence
  return stepOf(calibration, confidence)?.sureness ?? confidence
}

/** The step that a confidence falls into; below all of them it is the lowest. */
function stepOf(
  steps: readonly CalibrationStep[],
  confidence: number,
): CalibrationStep | undefined {
  let [low, high] = [0, steps.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((steps[middle]?.from ?? 0) <= confidence) low = middle
    else high = middle - 1
  }
  return steps[low]
}

type Pool = {
  readonly from: number
  readonly count: number
  readonly right: number
  /** Of the confidences. */
  readonly sum: number
}

/** One of each confidence, rising. */
function poolsOf(truths: readonly Judged[]): Pool[] {
  const byConfidence = Map.groupBy(truths, ({ confidence }) => confidence)
  return [...byConfidence]
    .toSorted(([a], [b]) => a - b)
    .map(([from, those]) => ({
      from,
      count: those.length,
      right: those.filter(({ isRight }) => isRight).length,
      sum: from * those.length,
    }))
}

function poolViolators(pools: readonly Pool[]): Pool[] {
  const kept: Pool[] = []
  for (const pool of pools) {
    let last = pool
    for (let before = kept.at(-1); before && isFalling(before, last); before = kept.at(-1)) {
      kept.pop()
      last = {
        from: before.from,
        count: before.count + last.count,
        right: before.right + last.right,
        sum: before.sum + last.sum,
      }
    }
    kept.push(last)
  }
  return kept
}

const isFalling = (before: Pool, after: Pool) =>
  before.right * after.count >= after.right * before.count
