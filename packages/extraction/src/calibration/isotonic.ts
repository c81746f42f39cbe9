import type { Judged } from './judged.ts'

/** From this confidence on, until the next step begins, so many of those values were right. */
type Step = { readonly from: number; readonly share: number }

/** Of truths in the smallest step: fewer say more of chance than of confidence. */
const fewestOfStep = 15

/** As many truths as the confidence itself counts for in each step, so that none is quite sure or quite wrong. */
const weightOfPrior = 2

/**
 * Isotonic regression of being right on confidence by pooling adjacent violators: the best steps that never fall.
 * Neighbours are first put together until each step has enough truths. There has to be one truth at least.
 * (Ayer, Brunk, Ewing, Reid and Silverman, “An empirical distribution function for sampling with incomplete
 * information”, Annals of Mathematical Statistics 26, 1955; for classifiers: Zadrozny and Elkan, KDD 2002.)
 */
export function isotonicSteps(truths: readonly Judged[]): readonly Step[] {
  let highest = 0
  return poolViolators(poolsOf(truths)).map(({ from, count, right, sum }) => {
    const shrunk = (right + (weightOfPrior * sum) / count) / (count + weightOfPrior)
    highest = Math.max(highest, shrunk)
    return { from, share: highest }
  })
}

/** The share of the step that a confidence falls into; below all of them it is the lowest. */
export function shareAt(steps: readonly Step[], confidence: number): number {
  let [low, high] = [0, steps.length - 1]
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
  /** Of the confidences. */
  readonly sum: number
}

/** Rising, each with enough truths where there are so many; those that are equally sure stay together. */
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
    // What is left over joins the last one.
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
