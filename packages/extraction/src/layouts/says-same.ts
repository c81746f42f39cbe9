import type { FieldType, Json } from '@recto/provider-spec/answer'
import { sameValue } from '../values/same-value.ts'
import { editsBetween } from './edits-between.ts'
import { lettersOf } from './laid-page.ts'

/** Whether two values of a field say the same. */
export function saysSame(type: FieldType, one: Json, other: Json): boolean {
  if (one === null || other === null) return one === other
  if (typeof one === 'object' || typeof other === 'object') return false
  return sameValue(type, String(one), String(other))
}

/** Of so many letters one may be misread. */
const lettersForOne = 7

/**
 * Whether a value is an approved one in which an engine has misread a letter, or a digit of a number or a day: the
 * place is right all the same.
 */
export function isMisreading(type: FieldType, read: Json, approved: Json): boolean {
  if (typeof read !== typeof approved || (typeof read !== 'string' && typeof read !== 'number'))
    return false
  const [a, b] = [lettersOf(String(read)), lettersOf(String(approved))]
  if (type === 'number' || type === 'date') {
    return b.length >= fewestDigits && a.length === b.length && editsBetween(a, b, 1) !== undefined
  }
  if (type !== 'text' && type !== 'email') return false
  const most = Math.floor(b.length / lettersForOne)
  return most > 0 && editsBetween(a, b, Math.min(2, most)) !== undefined
}

const fewestDigits = 4
