import { maxCharactersAt, nestedLimits } from '@recto/contract/wire/limits'
import type { z } from 'zod'
import { type AppError, invalid } from '../app-error.ts'

/**
 * Rejects texts that are too long and objects or lists with too many entries, naming the field. To
 * be applied to parsed values, because fields outside of the contract are ignored.
 */
export function rejectOversizedValues(value: unknown, path: readonly string[] = []): void {
  if (typeof value === 'string') rejectLongText(value, path)
  if (typeof value !== 'object' || value === null) return
  const entries = Object.entries(value)
  rejectManyEntries(value, entries.length, path)
  for (const [key, entry] of entries) {
    rejectLongKey(key, path)
    rejectOversizedValues(entry, [...path, key])
  }
}

/**
 * Rejects objects and lists with too many entries before a schema sees them, because the schema
 * would check every entry and report an error for each.
 */
export function rejectOversizedFields(fields: unknown, schema: z.ZodType | undefined): void {
  const names = Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})
  if (typeof fields !== 'object' || fields === null) return
  for (const name of names) {
    if (Object.hasOwn(fields, name))
      rejectManyEntriesWithin(fields[name as keyof typeof fields], [name])
  }
}

/** The depth was already checked by `rejectInvalidText`. */
function rejectManyEntriesWithin(value: unknown, path: readonly string[]): void {
  if (typeof value !== 'object' || value === null) return
  const keys = Object.keys(value)
  rejectManyEntries(value, keys.length, path)
  for (const key of keys) rejectManyEntriesWithin(value[key as keyof typeof value], [...path, key])
}

function rejectManyEntries(value: object, count: number, path: readonly string[]): void {
  const { items, keys } = nestedLimits
  if (Array.isArray(value)) {
    if (count > items)
      throw createTooLargeError(path, `Ensure this list has no more than ${items} items.`)
  } else if (count > keys) {
    throw createTooLargeError(path, `Ensure this field has no more than ${keys} keys.`)
  }
}

function rejectLongText({ length }: string, path: readonly string[]): void {
  const limit = maxCharactersAt(path)
  if (length > limit)
    throw createTooLargeError(path, `Ensure this field has no more than ${limit} characters.`)
}

function rejectLongKey({ length }: string, path: readonly string[]): void {
  const { charactersOfKey: limit } = nestedLimits
  if (length > limit)
    throw createTooLargeError(path, `Ensure that no key has more than ${limit} characters.`)
}

function createTooLargeError(path: readonly string[], detail: string): AppError {
  return invalid(path.join('.') || 'non_field_errors', detail, 'max_length')
}
