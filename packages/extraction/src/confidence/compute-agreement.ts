import { isAnyNumber, isContainer, isSameNumber } from '@recto/exact-json/exact-number'
import type { Json } from '@recto/provider-spec/answer'
import { wordsOf } from '../values/fold.ts'
import type { ScoredScalar } from './signals.ts'

/**
 * Agreement in the shape of the value: for each scalar the share of other readings with the same
 * value, 0 to 1.
 */
export type Agreement = number | null | readonly Agreement[] | { readonly [key: string]: Agreement }

/**
 * Computes how far other readings agree with a value, part by part. At least one other reading is
 * required.
 */
export function computeAgreement(
  value: Json,
  otherReadings: readonly (Json | undefined)[],
): Agreement {
  if (value === null) return null
  if (isScalar(value)) {
    return (
      otherReadings.filter((reading) => isSameScalar(value, reading)).length / otherReadings.length
    )
  }
  const getParts = (key: string) => otherReadings.map((reading) => getPart(reading, key))
  if (isList(value))
    return value.map((part, index) => computeAgreement(part, getParts(String(index))))
  const parts = Object.entries(value).map(([key, part]) => [
    key,
    computeAgreement(part, getParts(key)),
  ])
  return Object.fromEntries(parts)
}

const isScalar = (value: Exclude<Json, null>): value is ScoredScalar => !isContainer(value)

const isList = (value: Json | Agreement): value is readonly never[] => Array.isArray(value)

function getPart(value: Json | undefined, key: string): Json | undefined {
  if (value === undefined || value === null || isScalar(value)) return undefined
  return Object.hasOwn(value, key) ? (value as { readonly [key: string]: Json })[key] : undefined
}

/** Whether two values are the same; case, spaces and punctuation of texts are ignored. */
function isSameScalar(value: ScoredScalar, reading: Json | undefined): boolean {
  if (reading === undefined || reading === null || !isScalar(reading)) return false
  if (value === reading) return true
  if (isAnyNumber(value) && isAnyNumber(reading)) return isSameNumber(value, reading)
  if (typeof value !== 'string' || typeof reading !== 'string') return false
  const words = wordsOf(value).join(' ')
  return words !== '' && words === wordsOf(reading).join(' ')
}
