import { maxCharacters, nestedLimits } from '@recto/contract/limits'
import type { z } from 'zod'
import { type AppError, invalid } from '../app-error.ts'

/**
 * Refuses, at its place, a text that is longer than its field may be, and settings or lists of more parts
 * than they may have. For what the contract knows of a request: what it ignores may be anything.
 */
export function refuseTooMuch(value: unknown, path: readonly string[] = []): void {
  if (typeof value === 'string') refuseLongText(value, path)
  if (typeof value !== 'object' || value === null) return
  const entries = Object.entries(value)
  refuseManyParts(value, entries.length, path)
  for (const [key, part] of entries) {
    refuseLongKey(key, path)
    refuseTooMuch(part, [...path, key])
  }
}

/**
 * The same as to the number of parts, and before a schema sees the fields that the contract knows: it would
 * look at each part, and make an error of it.
 */
export function refuseCrowds(fields: unknown, known: z.ZodType | undefined): void {
  const names = Object.keys((known as { shape?: object } | undefined)?.shape ?? {})
  if (typeof fields !== 'object' || fields === null) return
  for (const name of names) {
    if (Object.hasOwn(fields, name)) countParts(fields[name as keyof typeof fields], [name])
  }
}

/** What is nested too deeply has been refused before. */
function countParts(value: unknown, path: readonly string[]): void {
  if (typeof value !== 'object' || value === null) return
  const keys = Object.keys(value)
  refuseManyParts(value, keys.length, path)
  for (const key of keys) countParts(value[key as keyof typeof value], [...path, key])
}

function refuseManyParts(value: object, count: number, path: readonly string[]): void {
  const { items, keys } = nestedLimits
  if (Array.isArray(value)) {
    if (count > items) throw tooMuch(path, `Ensure this list has no more than ${items} items.`)
  } else if (count > keys) {
    throw tooMuch(path, `Ensure this field has no more than ${keys} keys.`)
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
