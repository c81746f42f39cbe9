import { isContainer } from '@recto/exact-json/exact-number'
import { parseExactJson } from '@recto/exact-json/parse-json'
import type { Json } from '@recto/provider-spec/answer'
import { jsonrepair } from 'jsonrepair'

type JsonObject = { readonly [key: string]: Json }

type ModelReply = {
  readonly text: string
  /** Whether the model stopped before the end of its reply. */
  readonly isCut: boolean
}

/**
 * Reads the value of each key from a model's reply. In a truncated reply the last value is dropped
 * because it may be incomplete; prose has no values.
 */
export function readValues(
  { text, isCut }: ModelReply,
  keys: readonly string[],
): Map<string, Json> {
  const strictObject = isCut ? undefined : tryParseObject(text, parseExactJson)
  const object = strictObject ?? parseRepairedObject(text, isCut)
  return object ? pickKeys(object, keys) : new Map()
}

function parseRepairedObject(text: string, isCut: boolean): JsonObject | undefined {
  const start = text.indexOf('{')
  if (start === -1) return undefined
  const end = text.lastIndexOf('}')
  const completeObject =
    end > start && !isCut ? tryParseObject(text.slice(start, end + 1), parseRepaired) : undefined
  if (completeObject) return completeObject
  const truncatedObject = tryParseObject(text.slice(start), parseRepaired)
  return truncatedObject && Object.fromEntries(Object.entries(truncatedObject).slice(0, -1))
}

function tryParseObject(text: string, parse: (text: string) => unknown): JsonObject | undefined {
  try {
    const value = parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const parseRepaired = (text: string): unknown => parseExactJson(jsonrepair(text))

const isJsonObject = (value: unknown): value is JsonObject =>
  isContainer(value) && !Array.isArray(value)

/** Models vary the case of keys, and sometimes nest the object in another one. */
function pickKeys(object: JsonObject, keys: readonly string[]): Map<string, Json> {
  const valuesByFoldedKey = new Map(
    Object.entries(object).map(([key, value]) => [foldKey(key), value]),
  )
  const valuesByKey = new Map<string, Json>()
  for (const key of keys) {
    const value = Object.hasOwn(object, key) ? object[key] : valuesByFoldedKey.get(foldKey(key))
    if (value !== undefined) valuesByKey.set(key, value)
  }
  const [firstValue, ...otherValues] = Object.values(object)
  if (valuesByKey.size === 0 && otherValues.length === 0 && isJsonObject(firstValue))
    return pickKeys(firstValue, keys)
  return valuesByKey
}

const foldKey = (key: string): string => key.trim().toLowerCase()
