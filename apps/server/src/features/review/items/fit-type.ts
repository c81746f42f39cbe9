import {
  type AnyNumber,
  approximate,
  isAnyNumber,
  readNumber,
} from '@recto/exact-json/exact-number'
import { parseExactNumber } from '@recto/extraction/parse-number'
import { badRequest } from '../../../platform/app-error.ts'

/**
 * Converts a value to the type of its field; throws when it cannot be converted. Null means that
 * there is no value.
 */
export function fitType(field: string, type: string | undefined, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (type === 'number') return numberIn(field, value)
  if (type === 'boolean') return parseBoolean(field, value)
  const isText = type === 'text' || type === 'email' || type === 'date'
  if (!isText) return value
  if (typeof value === 'string') return value
  if (isAnyNumber(value) || typeof value === 'boolean') return String(value)
  throw refusal(field, 'text')
}

function numberIn(field: string, value: unknown): AnyNumber | null {
  if (typeof value === 'string' && value.trim() === '') return null
  const number = typeof value === 'string' ? writtenNumber(value) : value
  if (isAnyNumber(number) && Number.isFinite(approximate(number))) return number
  throw refusal(field, 'a number')
}

/** Parses a number as programs write it, else as documents do: with digit groups and a currency. */
function writtenNumber(text: string): AnyNumber | undefined {
  return readNumber(text.trim()) ?? parseExactNumber(text)
}

function parseBoolean(field: string, value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value.trim().toLowerCase() : undefined
  if (text === '') return null
  if (text === 'true' || text === 'false') return text === 'true'
  throw refusal(field, 'true or false')
}

const refusal = (field: string, expectedKind: string) =>
  badRequest(`“${field}” must be ${expectedKind}.`, { attr: 'updated_data' })
