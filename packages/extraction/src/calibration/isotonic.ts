/** Confidence of a value, 0 to 1, with whether the value was right. */
export type CalibrationSample = { readonly confidence: number; readonly isRight: boolean }

/**
 * Step that begins at a confidence and extends to the next step, with the share of right values.
 */
export type CalibrationStep = { readonly from: number; readonly share: number }

/** Minimum number of values per step: the share of fewer is mostly chance. */
const minStepSize = 15

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
export function isotonicSteps(samples: readonly CalibrationSample[]): readonly CalibrationStep[] {
  let maxShare = 0
  return poolViolators(buildPools(samples)).map(({ from, count, right, sum }) => {
    const shrunkShare = (right + (weightOfPrior * sum) / count) / (count + weightOfPrior)
    maxShare = Math.max(maxShare, shrunkShare)
    return { from, share: maxShare }
  })
}

/**
 * Returns the share of the step that contains a confidence; below all steps, that of the lowest
 * one.
 */
export function shareAt(steps: readonly CalibrationStep[], confidence: number): number {
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
function buildPools(samples: readonly CalibrationSample[]): Pool[] {
  const byConfidence = Map.groupBy(samples, ({ confidence }) => confidence)
  const pools: Pool[] = []
  let remainingCount = samples.length
  let open: Pool | undefined
  for (const [confidence, group] of [...byConfidence].toSorted(([a], [b]) => a - b)) {
    const next = {
      from: confidence,
      count: group.length,
      right: group.filter(({ isRight }) => isRight).length,
      sum: confidence * group.length,
    }
    // A remainder that is too small joins the last pool.
    if (open && open.count >= minStepSize && remainingCount >= minStepSize) {
      pools.push(open)
      open = undefined
    }
    open = open ? mergePools(open, next) : next
    remainingCount -= group.length
  }
  return open ? [...pools, open] : pools
}

function poolViolators(pools: readonly Pool[]): Pool[] {
  const mergedPools: Pool[] = []
  for (const pool of pools) {
    let last = pool
    for (
      let previous = mergedPools.at(-1);
      previous && isFalling(previous, last);
      previous = mergedPools.at(-1)
    ) {
      mergedPools.pop()
      last = mergePools(previous, last)
    }
    mergedPools.push(last)
  }
  return mergedPools
}

const mergePools = (previous: Pool, next: Pool): Pool => ({
  from: previous.from,
  count: previous.count + next.count,
  right: previous.right + next.right,
  sum: previous.sum + next.sum,
})

const isFalling = (previous: Pool, next: Pool) =>
  previous.right * next.count >= next.right * previous.count
