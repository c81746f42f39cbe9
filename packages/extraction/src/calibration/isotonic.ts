import type { Judged } from './judged.ts'

/**
 * Step that begins at a confidence and extends to the next step, with the share of right values.
 */
export type Step = { readonly from: number; readonly share: number }

/** Minimum number of values per step: the share of fewer is mostly chance. */
const fewestOfStep = 15

/**
 * Weight of the confidence itself in each step, as a number of values, so that no share is exactly
 * 0 or 1.
 */
const weightOfPrior = 2

/**
 * Fits the probability of being right by isotonic regression on confidence, pooling adjacent
 * violators: the best steps that never decrease. Neighbors are first merged until each step has
 * enough values. At least one value is required. (Ayer, Brunk, Ewing, Reid and Silverman, “An
 * empirical distribution function for sampling with incomplete information”, Annals of Mathematical
 * Statistics 26, 1955; for classifiers: Zadrozny and Elkan, KDD 2002.)
 */
export function isotonicSteps(truths: readonly Judged[]): readonly Step[] {
  let highest = 0
  return poolViolators(poolsOf(truths)).map(({ from, count, right, sum }) => {
    const shrunk = (right + (weightOfPrior * sum) / count) / (count + weightOfPrior)
    highest = Math.max(highest, shrunk)
    return { from, share: highest }
  })
}

/**
 * Returns the share of the step that contains a confidence; below all steps, that of the lowest
 * one.
 */
export function shareAt(steps: readonly Step[], confidence: number): number {
  let low = 0
  let high = steps.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((steps[middle]?.from ?? 0) <= confidence) low = middle
    else high = middle - 1
  }
  return steps[low]?.share ?? confidence
}

type Pool = {
  readonly from: number
  readonly count: number
  readonly right: number
  /** Sum of the confidences. */
  readonly sum: number
}

/**
 * Pools values in ascending order, with enough values each if possible; values of equal confidence
 * are in the same pool.
 */
function poolsOf(truths: readonly Judged[]): Pool[] {
  const byConfidence = Map.groupBy(truths, ({ confidence }) => confidence)
  const pools: Pool[] = []
  let left = truths.length
  let open: Pool | undefined
  for (const [confidence, those] of [...byConfidence].toSorted(([a], [b]) => a - b)) {
    const next = {
      from: confidence,
      count: those.length,
      right: those.filter(({ isRight }) => isRight).length,
      sum: confidence * those.length,
    }
    // A remainder that is too small joins the last pool.
    if (open && open.count >= fewestOfStep && left >= fewestOfStep) {
      pools.push(open)
      open = undefined
    }
    open = open ? together(open, next) : next
    left -= those.length
  }
  return open ? [...pools, open] : pools
}

function poolViolators(pools: readonly Pool[]): Pool[] {
  const kept: Pool[] = []
  for (const pool of pools) {
    let last = pool
    for (let before = kept.at(-1); before && isFalling(before, last); before = kept.at(-1)) {
      kept.pop()
      last = together(before, last)
    }
    kept.push(last)
  }
  return kept
}

const together = (before: Pool, after: Pool): Pool => ({
  from: before.from,
  count: before.count + after.count,
  right: before.right + after.right,
  sum: before.sum + after.sum,
})

const isFalling = (before: Pool, after: Pool) =>
  before.right * after.count >= after.right * before.count
