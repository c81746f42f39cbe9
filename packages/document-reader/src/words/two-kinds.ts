/** In sizes of the font: gaps within words are near 0, however they are rounded. */
const maxMeanWithin = 0.03
const minWithWords = 3
/** A word has hardly fewer than two letters, and a line more gaps than one can tell kinds from. */
const maxShareOfWider = 0.5
const minGaps = 14
/** Minimum distance between the means of both kinds, in deviations of both. */
const minDistance = 2.6

type Kind = { readonly count: number; readonly mean: number; readonly deviation: number }

/** Whether gaps fall into two kinds that hardly overlap, and the given one is of the wider kind. */
export function isOfWiderKind(gap: number, otherGaps: readonly number[]): boolean {
  if (otherGaps.length < minGaps) return false
  const gaps = [...otherGaps, gap].sort((a, b) => a - b)
  const place = bestCut(gaps)
  if (gap < gaps[place]!) return false
  const narrow = kindOf(gaps.slice(0, place))
  const wide = kindOf(gaps.slice(place))
  if (narrow.mean > maxMeanWithin || wide.count < minWithWords) return false
  if (wide.count > maxShareOfWider * gaps.length) return false
  return wide.mean - narrow.mean >= minDistance * (narrow.deviation + wide.deviation)
}

/** The place in a sorted list at which its halves differ most from each other and least within themselves (Otsu 1979). */
function bestCut(values: readonly number[]): number {
  const total = values.reduce((sum, value) => sum + value, 0)
  let best = 1
  let bestSpread = Number.NEGATIVE_INFINITY
  let sumBefore = 0
  for (let place = 1; place < values.length; place++) {
    sumBefore += values[place - 1]!
    const difference = (total - sumBefore) / (values.length - place) - sumBefore / place
    const spread = place * (values.length - place) * difference ** 2
    if (spread <= bestSpread) continue
    best = place
    bestSpread = spread
  }
  return best
}

function kindOf(values: readonly number[]): Kind {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return { count: values.length, mean, deviation: Math.sqrt(variance) }
}
