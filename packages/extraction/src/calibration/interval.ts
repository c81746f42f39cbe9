import { lowerBound, upperBound } from './binomial-bound.ts'
import type { CalibrationSample } from './isotonic.ts'

/** Bounds of the share of right values at exactly this confidence. */
export type Bound = { readonly at: number; readonly low: number; readonly high: number }

/** Risk on each side: 95 % of intervals contain the share. */
const risk = 0.025

/**
 * Maximum number of confidences with stored bounds; between two of them, each bound is that of the
 * nearest confidence on its side.
 */
const maxBounds = 40

/** Rounds to four decimals, which is precise enough for display and storage. */
const round = (share: number) => Math.round(10_000 * share) / 10_000

/**
 * Computes bounds that only assume that more confident values are right more often: slightly more
 * confident values are right at least as often, so their upper bound also applies here, and vice
 * versa below. The choice of neighbors depends only on their confidence. (Clopper and Pearson, see
 * `binomial-bound`; the argument as in Yang and Barber, “Contraction and uniform convergence of
 * isotonic regression”, Electronic Journal of Statistics 13, 2019.)
 */
export function boundsOf(samples: readonly CalibrationSample[]): readonly Bound[] {
  const sortedSamples = samples.toSorted((a, b) => a.confidence - b.confidence)
  const neighbours = Math.ceil(sortedSamples.length ** (2 / 3))
  const groups = [...findBoundGroups(sortedSamples)]
  return groups.map(([first, last]) => {
    const upperNeighbors = countRightSamples(
      sortedSamples.slice(first, Math.max(first + neighbours, last + 1)),
    )
    const lowerNeighbors = countRightSamples(
      sortedSamples.slice(Math.max(0, Math.min(last + 1 - neighbours, first)), last + 1),
    )
    return {
      at: sortedSamples[first]?.confidence ?? 0,
      low: round(lowerBound(lowerNeighbors.right, lowerNeighbors.count, risk)),
      high: round(upperBound(upperNeighbors.right, upperNeighbors.count, risk)),
    }
  })
}

/**
 * Returns the interval from the bounds next below and next above; when these contradict each other,
 * it includes both.
 */
export function intervalAt(bounds: readonly Bound[], confidence: number): [number, number] {
  const low = bounds.findLast(({ at: position }) => position <= confidence)?.low ?? 0
  const high = bounds.find(({ at: position }) => position >= confidence)?.high ?? 1
  return [Math.min(low, high), Math.max(low, high)]
}

/** Yields the first and the last index of each confidence that gets bounds. */
function* findBoundGroups(
  sortedSamples: readonly CalibrationSample[],
): Iterable<readonly [number, number]> {
  const spacing = sortedSamples.length / maxBounds
  let nextIndex = 0
  for (let first = 0; first < sortedSamples.length; ) {
    let last = first
    while (sortedSamples[last + 1]?.confidence === sortedSamples[first]?.confidence) last++
    if (last + 1 >= nextIndex || last === sortedSamples.length - 1) {
      yield [first, last]
      nextIndex = Math.max(nextIndex, last + 1) + spacing
    }
    first = last + 1
  }
}

const countRightSamples = (samples: readonly CalibrationSample[]) => ({
  count: samples.length,
  right: samples.filter(({ isRight }) => isRight).length,
})
