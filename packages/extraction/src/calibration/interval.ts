import { lowerBound, upperBound } from './binomial-bound.ts'
import type { Judged } from './judged.ts'

/** Bounds of the share of right values at exactly this confidence. */
export type Bound = { readonly at: number; readonly low: number; readonly high: number }

/** Risk on each side: 95 % of intervals contain the share. */
const risk = 0.025

/**
 * Maximum number of confidences with stored bounds; between two of them, each bound is that of the
 * nearest confidence on its side.
 */
const mostBounds = 40

/** Rounds to four decimals, which is precise enough for display and storage. */
const round = (share: number) => Math.round(10_000 * share) / 10_000

/**
 * Computes bounds that only assume that more confident values are right more often: slightly more
 * confident values are right at least as often, so their upper bound also applies here, and vice
 * versa below. The choice of neighbors depends only on their confidence. (Clopper and Pearson, see
 * `binomial-bound`; the argument as in Yang and Barber, “Contraction and uniform convergence of
 * isotonic regression”, Electronic Journal of Statistics 13, 2019.)
 */
export function boundsOf(truths: readonly Judged[]): readonly Bound[] {
  const rising = truths.toSorted((a, b) => a.confidence - b.confidence)
  const neighbours = Math.ceil(rising.length ** (2 / 3))
  const places = [...placesIn(rising)]
  return places.map(([first, last]) => {
    const surer = countRight(rising.slice(first, Math.max(first + neighbours, last + 1)))
    const lessSure = countRight(
      rising.slice(Math.max(0, Math.min(last + 1 - neighbours, first)), last + 1),
    )
    return {
      at: rising[first]?.confidence ?? 0,
      low: round(lowerBound(lessSure.right, lessSure.count, risk)),
      high: round(upperBound(surer.right, surer.count, risk)),
    }
  })
}

/**
 * Returns the interval from the bounds next below and next above; when these contradict each other,
 * it includes both.
 */
export function intervalAt(bounds: readonly Bound[], confidence: number): [number, number] {
  const low = bounds.findLast(({ at }) => at <= confidence)?.low ?? 0
  const high = bounds.find(({ at }) => at >= confidence)?.high ?? 1
  return [Math.min(low, high), Math.max(low, high)]
}

/** Yields the first and the last index of each confidence that gets bounds. */
function* placesIn(rising: readonly Judged[]): Iterable<readonly [number, number]> {
  const every = rising.length / mostBounds
  let wanted = 0
  for (let first = 0; first < rising.length; ) {
    let last = first
    while (rising[last + 1]?.confidence === rising[first]?.confidence) last++
    if (last + 1 >= wanted || last === rising.length - 1) {
      yield [first, last]
      wanted = Math.max(wanted, last + 1) + every
    }
    first = last + 1
  }
}

const countRight = (those: readonly Judged[]) => ({
  count: those.length,
  right: those.filter(({ isRight }) => isRight).length,
})
