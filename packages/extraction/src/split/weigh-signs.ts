import type { BoundaryPlace } from './boundary-place.ts'
import { collectSigns } from './boundary-signs.ts'
import { describeSign, type SignName } from './describe-signs.ts'
import type { SplitWeights } from './split-weights.ts'

/** It says how likely a page begins another document, and why. */
export type Boundary = {
  readonly probability: number
  /** They tell people what speaks for it; the strongest comes first. */
  readonly reasons: readonly string[]
  readonly doubts: readonly string[]
}

const maxReasons = 4
/** Log-odds from which a sign is worth naming. */
const minShownWeight = 0.25

/** Weighs the signs between two pages. */
export function weighSigns(place: BoundaryPlace, weights: SplitWeights): Boundary {
  const weightedSigns = (Object.entries(collectSigns(place)) as [SignName, number][]).map(
    ([name, value]) => ({ name, weight: value * (weights.signs[name] ?? 0) }),
  )
  const logOdds = weightedSigns.reduce((sum, { weight }) => sum + weight, weights.bias)
  const describe = (direction: 1 | -1) =>
    weightedSigns
      .filter(({ weight }) => direction * weight >= minShownWeight)
      .sort((a, b) => direction * (b.weight - a.weight))
      .slice(0, maxReasons)
      .map(({ name }) => describeSign(name, place))
  return {
    probability: 1 / (1 + Math.exp(-logOdds)),
    reasons: [...new Set(describe(1))],
    doubts: [...new Set(describe(-1))],
  }
}
