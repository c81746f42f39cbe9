import { doubtWeights } from './doubt-weights.ts'
import { fittedTables } from './fitted-tables.ts'
import type { ConfidenceTable, DoubtName, SignalName, Signals } from './signals.ts'

/** Bounds of a confidence: no reading is certainly right or wrong. */
const minConfidence = 0.01
const maxConfidence = 0.99
/** Bounds of a confidence that is in doubt for one reason, or for several, and that no sum confirms. */
const maxDoubtful = 0.94
const maxDoubtfulTwice = 0.9
const doubts = Object.keys(doubtWeights) as readonly DoubtName[]

/**
 * Returns the probability that a value with these signals is right, as fitted on documents with
 * known values.
 */
export function getConfidenceScore(signals: Signals, tableName: keyof typeof fittedTables): number {
  const { bias, weights } = fittedTables[tableName]
  const score = computeConfidenceScore({ bias, weights: { ...weights, ...doubtWeights } }, signals)
  const doubtCount = doubts.filter((doubt) => (signals[doubt] ?? 0) > 0).length
  if (doubtCount === 0 || signals.addsUp) return score
  return Math.min(score, doubtCount > 1 ? maxDoubtfulTwice : maxDoubtful)
}

/** Computes the probability with any such table. */
export function computeConfidenceScore(
  { bias, weights }: ConfidenceTable,
  signals: Signals,
): number {
  let logOdds = bias
  for (const [name, weight] of Object.entries(weights)) {
    logOdds += weight * (signals[name as SignalName] ?? 0)
  }
  return clampScore(1 / (1 + Math.exp(-logOdds)))
}

function clampScore(score: number): number {
  return Math.min(maxConfidence, Math.max(minConfidence, Math.round(score * 10_000) / 10_000))
}

/** Estimated, not measured: full agreement moves a probability of one half to four in five. */
const agreementWeight = 2.8

/**
 * Updates a confidence after a second reading of the same value, which agrees 0 to 1: the score of
 * a challenge, or 1 and 0 for another profile's equal or different value. One half changes nothing.
 */
export function updateConfidenceScore(agreement: number, previousScore: number): number {
  const logOdds =
    Math.log(previousScore / (1 - previousScore)) + agreementWeight * (agreement - 0.5)
  return clampScore(1 / (1 + Math.exp(-logOdds)))
}

const toLogOdds = (score: number) => Math.log(clampScore(score) / (1 - clampScore(score)))

/** Returns the difference of the log-odds of two confidences. */
export const getLogOddsShift = (previousScore: number, newScore: number): number =>
  toLogOdds(newScore) - toLogOdds(previousScore)

/** Moves a confidence by a difference of log-odds. */
export const shiftScore = (score: number, shift: number): number =>
  clampScore(1 / (1 + Math.exp(-(toLogOdds(score) + shift))))
