import { lowerBound, upperBound } from './binomial-bound.ts'
import type { Judged } from './judged.ts'

/** Of how often values of exactly this confidence are right. */
export type Bound = { readonly at: number; readonly low: number; readonly high: number }

/** Of each side: 95 % lie within. */
const risk = 0.025

/** Confidences at which bounds are kept; between two of them those of the nearer side hold. */
const mostBounds = 40

/** Decimals enough for who reads them, and for all that is kept. */
const round = (share: number) => Math.round(10_000 * share) / 10_000

/**
 * Bounds that need nothing but that surer values are right more often: what is a little surer is right at least as
 * often, so an upper bound for those is one for this, and the other way round below. Which neighbours are counted is
 * decided by their confidence alone. (Clopper and Pearson, see `binomial-bound`; the argument as in Yang and
 * Barber, “Contraction and uniform convergence of isotonic regression”, Electronic Journal of Statistics 13, 2019.)
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

/** From what is next below and next above; where those contradict each other it holds both. */
export function intervalAt(bounds: readonly Bound[], confidence: number): [number, number] {
  const low = bounds.findLast(({ at }) => at <= confidence)?.low ?? 0
  const high = bounds.find(({ at }) => at >= confidence)?.high ?? 1
  return [Math.min(low, high), Math.max(low, high)]
}

/** The first and the last place of each confidence that is told of. */
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
