import { isContainer } from '@recto/exact-json/exact-number'
import type { FieldType, Json } from '@recto/provider-spec/answer'
import { isSameValue } from '../values/same-value.ts'
import { editDistance } from './edit-distance.ts'
import { toLetters } from './positioned-page.ts'

/** Whether two values of a field are the same. */
export function isEqualFieldValue(type: FieldType, a: Json, b: Json): boolean {
  if (a === null || b === null) return a === b
  if (isContainer(a) || isContainer(b)) return false
  return isSameValue(type, String(a), String(b))
}

/** Number of letters among which one may be misread. */
const lettersPerError = 7

const minDigits = 4

/**
 * Whether a value is the approved one with an OCR error in a letter, or in a digit of a number or
 * date. Its position is then still right.
 */
export function isMisreading(type: FieldType, readValue: Json, approvedValue: Json): boolean {
  if (
    typeof readValue !== typeof approvedValue ||
    (typeof readValue !== 'string' && typeof readValue !== 'number')
  )
    return false
  const a = toLetters(String(readValue))
  const b = toLetters(String(approvedValue))
  if (type === 'number' || type === 'date') {
    return b.length >= minDigits && a.length === b.length && editDistance(a, b, 1) !== undefined
  }
  if (type !== 'text' && type !== 'email') return false
  const maxErrors = Math.floor(b.length / lettersPerError)
  return maxErrors > 0 && editDistance(a, b, Math.min(2, maxErrors)) !== undefined
}
