import { fittedTables } from './fitted-tables.ts'
import type { SignName, Signs, SurenessTable } from './signs.ts'

/** Bounds of a confidence: no reading is certainly right or wrong. */
const least = 0.01
const most = 0.99

/**
 * Returns the probability that a value with these signals is right, as fitted on documents with
 * known values.
 */
export function surenessOf(signs: Signs, from: keyof typeof fittedTables): number {
  return surenessBy(fittedTables[from], signs)
}

/** Computes the probability with any such table. */
export function surenessBy({ bias, weights }: SurenessTable, signs: Signs): number {
  let logOdds = bias
  for (const [name, weight] of Object.entries(weights)) {
    logOdds += weight * (signs[name as SignName] ?? 0)
  }
  return within(1 / (1 + Math.exp(-logOdds)))
}

function within(sureness: number): number {
  return Math.min(most, Math.max(least, Math.round(sureness * 10_000) / 10_000))
}

/** Estimated, not measured: full agreement moves a probability of one half to four in five. */
const agreementWeight = 2.8

/**
 * Updates a confidence after a second reading of the same value, which agrees 0 to 1: the score of
 * a challenge, or 1 and 0 for another profile's equal or different value. One half changes nothing.
 */
export function surenessWith(agreement: number, before: number): number {
  const logOdds = Math.log(before / (1 - before)) + agreementWeight * (agreement - 0.5)
  return within(1 / (1 + Math.exp(-logOdds)))
}

const oddsOf = (sureness: number) => Math.log(within(sureness) / (1 - within(sureness)))

/** Returns the difference of the log-odds of two confidences. */
export const shiftOf = (before: number, after: number): number => oddsOf(after) - oddsOf(before)

/** Moves a confidence by a difference of log-odds. */
export const shifted = (sureness: number, shift: number): number =>
  within(1 / (1 + Math.exp(-(oddsOf(sureness) + shift))))
