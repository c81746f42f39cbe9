import type { FieldType, Json } from '@recto/provider-spec/answer'
import { isSameValue } from '../values/same-value.ts'
import { editsBetween } from './edits-between.ts'
import { lettersOf } from './laid-page.ts'

/** Whether two values of a field are the same. */
export function saysSame(type: FieldType, one: Json, other: Json): boolean {
  if (one === null || other === null) return one === other
  if (typeof one === 'object' || typeof other === 'object') return false
  return isSameValue(type, String(one), String(other))
}

/** Number of letters among which one may be misread. */
const lettersForOne = 7

const fewestDigits = 4

/**
 * Whether a value is the approved one with an OCR error in a letter, or in a digit of a number or
 * date. Its position is then still right.
 */
export function isMisreading(type: FieldType, read: Json, approved: Json): boolean {
  if (typeof read !== typeof approved || (typeof read !== 'string' && typeof read !== 'number'))
    return false
  const a = lettersOf(String(read))
  const b = lettersOf(String(approved))
  if (type === 'number' || type === 'date') {
    return b.length >= fewestDigits && a.length === b.length && editsBetween(a, b, 1) !== undefined
  }
  if (type !== 'text' && type !== 'email') return false
  const most = Math.floor(b.length / lettersForOne)
  return most > 0 && editsBetween(a, b, Math.min(2, most)) !== undefined
}
