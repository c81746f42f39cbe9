import { doubtWeights } from './doubt-weights.ts'
import { fittedTables } from './fitted-tables.ts'
import type { ConfidenceTable, DoubtName, SignalName, Signals } from './signals.ts'

/** Bounds of a confidence: no reading is certainly right or wrong. */
const minConfidence = 0.01
const maxConfidence = 0.99
/** Bounds of a confidence that is in doubt for one reason, or for several, and that no sum confirms. */
const maxDoubtful = 0.94
const maxDoubtfulTwice = 0.9
/** The bound of the likelihood of a value in running text, where several clauses can speak of it. */
const maxInText = 0.8
const doubts = Object.keys(doubtWeights) as readonly DoubtName[]

/**
 * Returns the probability that a value with these signals is right, as fitted on documents with
 * known values.
 */
export function getConfidenceScore(signals: Signals, tableName: keyof typeof fittedTables): number {
  const { bias, weights } = fittedTables[tableName]
  if (signals.likelihood !== undefined) return scoreByLikelihood(signals, weights)
  const score = computeConfidenceScore({ bias, weights: { ...weights, ...doubtWeights } }, signals)
  const doubtCount = doubts.filter((doubt) => (signals[doubt] ?? 0) > 0).length
  if (doubtCount === 0 || signals.addsUp) return score
  return Math.min(score, doubtCount > 1 ? maxDoubtfulTwice : maxDoubtful)
}

/** A likelihood is a little too sure on documents that its weights were not fitted on. */
const likelihoodSlope = 0.8
const likelihoodOffset = -0.2

/** Signals that a value was misread, whatever it answers. */
const readingSignals = [
  'normalised',
  'uncertainLetters',
  'ocrLetters',
  'ambiguous',
  'implausible',
] as const satisfies readonly SignalName[]

/** Corrects the likelihood of a value by how surely its letters were read, and by where it stands. */
function scoreByLikelihood(signals: Signals, weights: Signals): number {
  const likelihood = Math.min(maxConfidence, Math.max(minConfidence, signals.likelihood ?? 0))
  const logOdds = readingSignals.reduce(
    (sum, name) => sum + (weights[name] ?? 0) * (signals[name] ?? 0),
    likelihoodOffset + likelihoodSlope * Math.log(likelihood / (1 - likelihood)),
  )
  const isInText = (signals.inSentence ?? 0) > 0 || (signals.inline ?? 0) > 0
  const score = clampScore(1 / (1 + Math.exp(-logOdds)))
  return isInText ? Math.min(score, maxInText) : score
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
