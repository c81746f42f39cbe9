import type { FieldType, Json } from '@recto/provider-spec/answer'

/** A value as the studio shows and stores it: clients measure its length, so it is a text or null. */
export function formatOutput(value: Json, type: FieldType): string | null {
  if (value === null) return null
  if (type === 'json' || typeof value === 'object') return JSON.stringify(value)
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'number') return Number.isInteger(value) ? `${value}.0` : String(value)
  return value
}
