import { nestedLimits } from '@recto/contract/limits'
import { invalid } from '../app-error.ts'

/**
 * Refuses, at its field, a text that a database does not keep: one with a NUL or with half of a
 * surrogate pair, be it a key or a value. What is nested too deeply to be handled is refused too.
 */
export function refuseUnstorable(value: unknown): void {
  examine(value, [])
}

/** The path is one list for all, and no pairs are made: millions of numbers fit into a body. */
function examine(value: unknown, path: (string | number)[]): void {
  if (typeof value === 'string') refuseText(value, path)
  if (typeof value !== 'object' || value === null) return
  if (path.length >= nestedLimits.levels) {
    throw invalid(String(path[0]), 'This is nested too deeply.')
  }
  if (Array.isArray(value)) examineItems(value, path)
  else examineFields(value as Readonly<Record<string, unknown>>, path)
}

function examineItems(items: readonly unknown[], path: (string | number)[]): void {
  const at = path.length
  for (let index = 0; index < items.length; index++) {
    path[at] = index
    examine(items[index], path)
  }
  path.length = at
}

function examineFields(fields: Readonly<Record<string, unknown>>, path: (string | number)[]): void {
  const at = path.length
  for (const key of Object.keys(fields)) {
    refuseText(key, path)
    path[at] = key
    examine(fields[key], path)
    path.length = at
  }
}

function refuseText(text: string, path: readonly (string | number)[]): void {
  const attr = () => path.join('.') || 'non_field_errors'
  if (text.includes('\0')) {
    throw invalid(attr(), 'Null characters are not allowed.', 'null_characters_not_allowed')
  }
  if (!text.isWellFormed()) throw invalid(attr(), 'This text is not valid Unicode.')
}
