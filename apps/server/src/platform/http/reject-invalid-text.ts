import { nestedLimits } from '@recto/contract/wire/limits'
import { invalid } from '../app-error.ts'

/**
 * Rejects keys and texts that a database cannot store, because they contain NUL or an unpaired
 * surrogate, and values that are nested too deeply. The error names the field.
 */
export function rejectInvalidText(value: unknown): void {
  checkValue(value, [])
}

/**
 * One mutable path is shared and no entry pairs are created, because a body can hold millions of
 * numbers.
 */
function checkValue(value: unknown, path: (string | number)[]): void {
  if (typeof value === 'string') rejectText(value, path)
  if (typeof value !== 'object' || value === null) return
  if (path.length >= nestedLimits.levels) {
    throw invalid(String(path[0]), 'This is nested too deeply.')
  }
  if (Array.isArray(value)) checkItems(value, path)
  else checkFields(value as Readonly<Record<string, unknown>>, path)
}

function checkItems(items: readonly unknown[], path: (string | number)[]): void {
  const depth = path.length
  for (let index = 0; index < items.length; index++) {
    path[depth] = index
    checkValue(items[index], path)
  }
  path.length = depth
}

function checkFields(fields: Readonly<Record<string, unknown>>, path: (string | number)[]): void {
  const depth = path.length
  for (const key of Object.keys(fields)) {
    rejectText(key, path)
    path[depth] = key
    checkValue(fields[key], path)
    path.length = depth
  }
}

function rejectText(text: string, path: readonly (string | number)[]): void {
  const attr = () => path.join('.') || 'non_field_errors'
  if (text.includes('\0')) {
    throw invalid(attr(), 'Null characters are not allowed.', 'null_characters_not_allowed')
  }
  if (!text.isWellFormed()) throw invalid(attr(), 'This text is not valid Unicode.')
}
