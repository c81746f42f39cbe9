import { fittedTables } from './fitted-tables.ts'
import type { SignName, Signs, SurenessTable } from './signs.ts'

/** Nothing that was read is quite sure, or quite wrong. */
const [least, most] = [0.01, 0.99]

/** How likely a value with such signs is right, as measured on documents whose values are known. */
export function surenessOf(signs: Signs, from: keyof typeof fittedTables): number {
  return surenessBy(fittedTables[from], signs)
}

/** The same by any such table. */
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

/**
 * How sure a second reading of the same value leaves it, which agrees 0 to 1: the score of a challenge, or
 * 1 and 0 for another profile's same or other value. One half says nothing.
 */
export function surenessWith(agreement: number, before: number): number {
  const logOdds = Math.log(before / (1 - before)) + agreementWeight * (agreement - 0.5)
  return within(1 / (1 + Math.exp(-logOdds)))
}

/** Not measured: a full agreement moves an even chance to four in five. */
const agreementWeight = 2.8

const oddsOf = (sureness: number) => Math.log(within(sureness) / (1 - within(sureness)))

/** How far the logarithm of the odds moves from one sureness to another. */
export const shiftOf = (before: number, after: number): number => oddsOf(after) - oddsOf(before)

/** A sureness after such a move. */
export const shifted = (sureness: number, shift: number): number =>
  within(1 / (1 + Math.exp(-(oddsOf(sureness) + shift))))
