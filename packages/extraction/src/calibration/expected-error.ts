import type { Judged } from './judged.ts'

const bins = 10

/**
 * Returns the expected calibration error: the difference between confidence and the share of right
 * values in ten bins of equal width, weighted by the number of values in each bin. (Naeini, Cooper
 * and Hauskrecht, “Obtaining well calibrated probabilities using Bayesian binning”, AAAI 2015.)
 */
export function expectedError(values: readonly Judged[]): number {
  const byBin = Map.groupBy(values, ({ confidence }) =>
    Math.min(bins - 1, Math.floor(confidence * bins)),
  )
  let sum = 0
  for (const those of byBin.values()) {
    const right = those.filter(({ isRight }) => isRight).length
    const said = those.reduce((all, { confidence }) => all + confidence, 0)
    sum += Math.abs(right - said)
  }
  return values.length === 0 ? 0 : sum / values.length
}
