import type { Json } from '@recto/provider-spec/answer'
import { jsonrepair } from 'jsonrepair'
import { isMadeUp } from './made-up.ts'

/** Said of a text that ends before its brackets do. */
export const cutOff = Symbol('cut off')

/**
 * The JSON of a model's answer. When it is not strictly JSON, the part that looks like it (inside a
 * code fence, from the first bracket) is repaired. `cutOff` when it ends before its brackets do,
 * `undefined` when there is none. `NA` becomes null.
 */
export function parseJson(text: string): Json | typeof cutOff | undefined {
  const whole = strict(text)
  if (whole !== undefined) return withoutNa(whole)
  const part = bracketed(text)
  if (part === cutOff || part === undefined) return part
  const mended = repair(part)
  return mended === undefined ? undefined : withoutNa(mended)
}

function strict(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** From the first bracket that opens to the one that closes it. */
function bracketed(text: string): string | typeof cutOff | undefined {
  const from = text.search(/[[{]/)
  if (from === -1) return undefined
  const to = closingBracket(text, from)
  return to === undefined ? cutOff : text.slice(from, to + 1)
}

const quotedOrBracket = /"(?:[^"\\]|\\[\s\S])*"?|[[\]{}]/g

/** Where the bracket at `from` is closed. Goes once over the text, and knows texts in quotes. */
function closingBracket(text: string, from: number): number | undefined {
  let depth = 0
  for (const { 0: found, index } of text.slice(from).matchAll(quotedOrBracket)) {
    if (found === '{' || found === '[') depth += 1
    if (found === '}' || found === ']') depth -= 1
    if (depth === 0) return from + index
  }
  return undefined
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
  if (typeof value === 'string') return isNa(value) || isMadeUp(value) ? null : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withoutNa)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutNa(item)]))
}

/** The answer that a model is told to give when the document does not say. */
export function isNa(text: string): boolean {
  return text.trim().toLowerCase() === 'na'
}
