import type { Json } from '@recto/provider-spec/answer'
import { jsonrepair } from 'jsonrepair'

type Record = { readonly [key: string]: Json }

type Reply = {
  readonly text: string
  /** The model did not come to its end. */
  readonly isCut: boolean
}

/**
 * What a reply says under each of the keys. Of one that was cut the last value is left out, because it may
 * be half of itself; prose says nothing.
 */
export function readValues({ text, isCut }: Reply, keys: readonly string[]): Map<string, Json> {
  const whole = isCut ? undefined : recordIn(text, strict)
  const record = whole ?? mended(text, isCut)
  return record ? underKeys(record, keys) : new Map()
}

function mended(text: string, isCut: boolean): Record | undefined {
  const from = text.indexOf('{')
  if (from === -1) return undefined
  const to = text.lastIndexOf('}')
  const closed = to > from && !isCut ? recordIn(text.slice(from, to + 1), repaired) : undefined
  if (closed) return closed
  const open = recordIn(text.slice(from), repaired)
  return open && Object.fromEntries(Object.entries(open).slice(0, -1))
}

function recordIn(text: string, parse: (text: string) => unknown): Record | undefined {
  try {
    const value = parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

const strict = (text: string): unknown => JSON.parse(text)
const repaired = (text: string): unknown => JSON.parse(jsonrepair(text))

const isRecord = (value: unknown): value is Record =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Models write keys in their own way, and put the object into another one. */
function underKeys(record: Record, keys: readonly string[]): Map<string, Json> {
  const byFolded = new Map(Object.entries(record).map(([key, value]) => [folded(key), value]))
  const said = new Map<string, Json>()
  for (const key of keys) {
    const value = Object.hasOwn(record, key) ? record[key] : byFolded.get(folded(key))
    if (value !== undefined) said.set(key, value)
  }
  const [only, ...others] = Object.values(record)
  if (said.size === 0 && others.length === 0 && isRecord(only)) return underKeys(only, keys)
  return said
}

const folded = (key: string): string => key.trim().toLowerCase()
