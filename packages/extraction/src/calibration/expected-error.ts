import type { CalibrationSample } from './isotonic.ts'

const bins = 10

/**
 * Returns the expected calibration error: the difference between confidence and the share of right
 * values in ten bins of equal width, weighted by the number of values in each bin. (Naeini, Cooper
 * and Hauskrecht, “Obtaining well calibrated probabilities using Bayesian binning”, AAAI 2015.)
 */
export function expectedError(values: readonly CalibrationSample[]): number {
  const byBin = Map.groupBy(values, ({ confidence }) =>
    Math.min(bins - 1, Math.floor(confidence * bins)),
  )
  let sum = 0
  for (const group of byBin.values()) {
    const right = group.filter(({ isRight }) => isRight).length
    const expectedRight = group.reduce((all, { confidence }) => all + confidence, 0)
    sum += Math.abs(right - expectedRight)
  }
  return values.length === 0 ? 0 : sum / values.length
}
