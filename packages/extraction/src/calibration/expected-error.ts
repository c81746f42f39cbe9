import type { Judged } from './judged.ts'

/**
 * The expected calibration error: by how much confidence and the share of right values differ, in ten bins of equal
 * width, weighed by how many values fall into each. (Naeini, Cooper and Hauskrecht, “Obtaining well calibrated
 * probabilities using Bayesian binning”, AAAI 2015.)
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

const bins = 10
