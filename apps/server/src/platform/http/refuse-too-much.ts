import { maxCharacters, nestedLimits } from '@recto/contract/limits'
import { type AppError, invalid } from '../app-error.ts'

/**
 * Refuses, at its place, a text that is longer than its field may be, and settings or lists of more parts
 * than they may have. For what the contract knows of a request: what it ignores may be anything.
 */
export function refuseTooMuch(value: unknown, path: readonly string[] = []): void {
  if (typeof value === 'string') return refuseLongText(value, path)
  if (typeof value !== 'object' || value === null) return
  const { items, keys } = nestedLimits
  const entries = Object.entries(value)
  if (Array.isArray(value) && value.length > items) {
    throw tooMuch(path, `Ensure this list has no more than ${items} items.`)
  }
  if (!Array.isArray(value) && entries.length > keys) {
    throw tooMuch(path, `Ensure this field has no more than ${keys} keys.`)
  }
  for (const [key, part] of entries) {
    refuseLongKey(key, path)
    refuseTooMuch(part, [...path, key])
  }
}

function refuseLongText({ length }: string, path: readonly string[]): void {
  const most = maxCharacters(path[0] ?? '')
  if (length > most) throw tooMuch(path, `Ensure this field has no more than ${most} characters.`)
}

function refuseLongKey({ length }: string, path: readonly string[]): void {
  const { charactersOfKey: most } = nestedLimits
  if (length > most) throw tooMuch(path, `Ensure that no key has more than ${most} characters.`)
}

function tooMuch(path: readonly string[], detail: string): AppError {
  return invalid(path.join('.') || 'non_field_errors', detail, 'max_length')
}
