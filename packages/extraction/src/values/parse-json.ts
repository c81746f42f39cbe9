import type { Json } from '@recto/provider-spec/answer'
import { jsonrepair } from 'jsonrepair'

/**
 * The JSON of a model's answer. When it is not strictly JSON, the part that looks like it (inside a
 * code fence, between the outermost brackets) is repaired; `{}` when there is none. `NA` becomes null.
 */
export function parseJson(text: string): Json {
  return withoutNa(strict(text) ?? repaired(text) ?? {})
}

function strict(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

function repaired(text: string): Json | undefined {
  const fenced = text.match(/```(?:json)?\s*([\s\S]*?)(?:```|$)/i)?.[1] ?? text
  const json = fenced.match(/[[{][\s\S]*/)?.[0]
  if (json === undefined) return undefined
  const closing = Math.max(json.lastIndexOf('}'), json.lastIndexOf(']'))
  return repair(closing > 0 ? json.slice(0, closing + 1) : json) ?? repair(json)
}

/** A repair may turn prose into a string; only records and lists count. */
function repair(text: string): Json | undefined {
  try {
    const value = JSON.parse(jsonrepair(text)) as Json
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function withoutNa(value: Json): Json {
  // Written with more digits or a larger exponent than a number can hold, which JSON cannot say again.
  if (typeof value === 'number' && !Number.isFinite(value)) return null
  if (typeof value === 'string') return isNa(value) ? null : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withoutNa)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutNa(item)]))
}

/** The answer that a model is told to give when the document does not say. */
export function isNa(text: string): boolean {
  return text.trim().toLowerCase() === 'na'
}
