import { nestedLimits } from '@recto/contract/limits'
import { invalid } from '../app-error.ts'

/**
 * Refuses, at its field, a text that a database does not keep: one with a NUL or with half of a
 * surrogate pair, be it a key or a value. What is nested too deeply to be handled is refused too.
 */
export function refuseUnstorable(value: unknown, path: readonly string[] = []): void {
  const attr = path.join('.') || 'non_field_errors'
  if (typeof value === 'string') refuseText(value, attr)
  if (typeof value !== 'object' || value === null) return
  if (path.length >= nestedLimits.levels)
    throw invalid(path[0] ?? attr, 'This is nested too deeply.')
  for (const [key, part] of Object.entries(value)) {
    refuseText(key, attr)
    refuseUnstorable(part, [...path, key])
  }
}

function refuseText(text: string, attr: string): void {
  if (text.includes('\0')) {
    throw invalid(attr, 'Null characters are not allowed.', 'null_characters_not_allowed')
  }
  if (!text.isWellFormed()) throw invalid(attr, 'This text is not valid Unicode.')
}
