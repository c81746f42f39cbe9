import type { Json } from '@recto/provider-spec/answer'
import { wordsOf } from '../values/fold.ts'
import type { JudgedScalar } from './signs.ts'

/**
 * Agreement in the shape of the value: for each scalar the share of other readings with the same
 * value, 0 to 1.
 */
export type Agreement = number | null | readonly Agreement[] | { readonly [key: string]: Agreement }

/**
 * Computes how far other readings agree with a value, part by part. At least one other reading is
 * required.
 */
export function agreementOf(value: Json, others: readonly (Json | undefined)[]): Agreement {
  if (value === null) return null
  if (typeof value !== 'object') {
    return others.filter((other) => saysSame(value, other)).length / others.length
  }
  const partsAt = (key: string) => others.map((other) => partOf(other, key))
  if (isList(value)) return value.map((part, index) => agreementOf(part, partsAt(String(index))))
  const parts = Object.entries(value).map(([key, part]) => [key, agreementOf(part, partsAt(key))])
  return Object.fromEntries(parts)
}

const isList = (value: Json | Agreement): value is readonly never[] => Array.isArray(value)

function partOf(value: Json | undefined, key: string): Json | undefined {
  if (value === undefined || value === null || typeof value !== 'object') return undefined
  return Object.hasOwn(value, key) ? (value as { readonly [key: string]: Json })[key] : undefined
}

/** Whether two values are the same; case, spaces and punctuation of texts are ignored. */
function saysSame(value: JudgedScalar, other: Json | undefined): boolean {
  if (other === undefined || other === null || typeof other === 'object') return false
  if (value === other) return true
  if (typeof value !== 'string' || typeof other !== 'string') return false
  const words = wordsOf(value).join(' ')
  return words !== '' && words === wordsOf(other).join(' ')
}
