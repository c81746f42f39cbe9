import { isContainer } from '@recto/exact-json/exact-number'
import { parseExactJson } from '@recto/exact-json/parse-json'
import type { Json } from '@recto/provider-spec/answer'
import { jsonrepair } from 'jsonrepair'
import { keyToWords, wordsOf } from './fold.ts'

type JsonObject = { readonly [key: string]: Json }

type ModelReply = {
  readonly text: string
  /** Whether the model stopped before the end of its reply. */
  readonly isCut: boolean
}

/**
 * Reads the value of each key from a model's reply. In a truncated reply the last value is dropped
 * because it may be incomplete. Prose has values only in lines that begin with a key.
 */
export function readValues(
  { text, isCut }: ModelReply,
  keys: readonly string[],
): Map<string, Json> {
  const value = isCut ? undefined : (tryParse(text, parseExactJson) ?? parseRepairedList(text))
  const strictObject = value === undefined ? undefined : toObject(value)
  const object = strictObject ?? parseRepairedObject(text, isCut)
  const values = object ? pickKeys(object, keys) : new Map<string, Json>()
  return values.size > 0 ? unwrapAll(values) : readLines(text, { keys, isCut })
}

/** Some models reply with a list: of one object, or of an object for each key. */
function toObject(value: unknown): JsonObject | undefined {
  if (isJsonObject(value)) return value
  if (!Array.isArray(value)) return undefined
  const objects = value.filter(isJsonObject)
  if (objects.length === 1) return namePair(objects[0] as JsonObject) ?? objects[0]
  const pairs = objects.map(namePair)
  const parts = pairs.every((pair) => pair !== undefined) ? pairs : objects
  const keys = parts.flatMap((part) => Object.keys(part))
  // Objects that share a key are records, whose values must not be mixed.
  return new Set(keys).size === keys.length
    ? (Object.assign({}, ...parts) as JsonObject)
    : undefined
}

const nameKeys = ['key', 'name', 'field', 'id', 'question', 'label']
const valueKeys = ['value', 'answer', 'result', 'content', 'text']

/** Converts an object such as `{"key": "total", "value": 4}` to one with that key. */
function namePair(object: JsonObject): JsonObject | undefined {
  const nameKey = nameKeys.find((key) => typeof object[key] === 'string')
  const valueKey = valueKeys.find((key) => Object.hasOwn(object, key))
  if (nameKey === undefined || valueKey === undefined) return undefined
  return { [String(object[nameKey])]: object[valueKey] ?? null }
}

/** What models add to a value of their own accord. */
const remarkKeys =
  /^(?:confidence|score|probability|certainty|page|pages|line|lines|source|sources|evidence|quote|citation|reason|reasoning|explanation|rationale|note|notes|comment|type|data_?type|found|is_?found|status|key|name|label|field)$/i

/** The value in an object that has only remarks besides; `undefined` for any other value. */
export function unwrapValue(value: Json): Json | undefined {
  if (!isJsonObject(value)) return undefined
  const keys = Object.keys(value)
  const [valueKey, ...otherKeys] = keys.filter((key) => valueKeys.includes(key.toLowerCase()))
  if (valueKey === undefined || otherKeys.length > 0) return undefined
  const areRemarks = keys.every((key) => key === valueKey || remarkKeys.test(key))
  return areRemarks ? (value[valueKey] ?? null) : undefined
}

/** Unwraps the values if all of them are wrapped alike, so that no value of that shape is taken apart. */
function unwrapAll(values: Map<string, Json>): Map<string, Json> {
  const presentValues = [...values.values()].filter((value) => value !== null)
  const areAllWrapped =
    presentValues.length > 1 && presentValues.every((value) => unwrapValue(value) !== undefined)
  if (!areAllWrapped) return values
  return new Map([...values].map(([key, value]) => [key, unwrapValue(value) ?? null]))
}

const maxLines = 1000

/** Reads a reply in lines such as `- **Total**: 4`, or in rows of a table, for models that write no JSON. */
function readLines(
  text: string,
  { keys, isCut }: { readonly keys: readonly string[]; readonly isCut: boolean },
): Map<string, Json> {
  const keysByFoldedKey = uniqueByFoldedKey(keys.map((key) => [key, key]))
  const lines = text.split('\n', maxLines)
  const pairs = (isCut ? lines.slice(0, -1) : lines)
    .map(splitLine)
    .map(({ name, value }) => ({ key: keysByFoldedKey.get(foldKey(name)), value }))
    .filter(({ key, value }) => key !== undefined && value !== '')
  // A key that occurs twice has no certain value.
  const onlyPairs = [...Map.groupBy(pairs, ({ key }) => key).values()].filter(
    (group) => group.length === 1,
  )
  return new Map(onlyPairs.flat().map(({ key = '', value }) => [key, value]))
}

function splitLine(line: string): { readonly name: string; readonly value: string } {
  const trimmedLine = line.trim()
  const cells = trimmedLine.startsWith('|') ? trimmedLine.split('|').map((cell) => cell.trim()) : []
  if (cells.length >= 4) return { name: cells[1] ?? '', value: cells[2] ?? '' }
  const colon = trimmedLine.search(/[:=]/)
  if (colon === -1) return { name: '', value: '' }
  const value = trimmedLine
    .slice(colon + 1)
    .replaceAll('**', '')
    .trim()
  return { name: trimmedLine.slice(0, colon), value: value.replace(/^"([^"]{0,1000})",?$/, '$1') }
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
  const value = tryParse(text, parse)
  return isJsonObject(value) ? value : undefined
}

function tryParse(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

/** A list of objects, in prose or in a fence; prose with an object in it is no list. */
function parseRepairedList(text: string): unknown {
  const start = text.search(/[[{]/)
  const end = text.lastIndexOf(']')
  if (text[start] !== '[' || end < start) return undefined
  const value = tryParse(text.slice(start, end + 1), parseRepaired)
  return Array.isArray(value) && value.some(isJsonObject) ? value : undefined
}

const parseRepaired = (text: string): unknown => parseExactJson(jsonrepair(text))

const isJsonObject = (value: unknown): value is JsonObject =>
  isContainer(value) && !Array.isArray(value)

const maxDepth = 3

/** Models vary the spelling of keys, and sometimes nest the object in another one. */
function pickKeys(object: JsonObject, keys: readonly string[], depth = 0): Map<string, Json> {
  const entries = Object.entries(object)
  const valuesByFoldedKey = uniqueByFoldedKey(entries)
  const foldedKeys = uniqueByFoldedKey(keys.map((key) => [key, key]))
  const valuesByKey = new Map<string, Json>()
  for (const key of keys) {
    const isUnambiguous = foldedKeys.has(foldKey(key))
    const value = Object.hasOwn(object, key)
      ? object[key]
      : isUnambiguous
        ? valuesByFoldedKey.get(foldKey(key))
        : undefined
    if (value !== undefined) valuesByKey.set(key, value)
  }
  if (valuesByKey.size > 0 || depth >= maxDepth) return valuesByKey
  return pickNested(entries, keys, depth)
}

/** Looks into the objects of an object, of which only one may have the keys. */
function pickNested(
  entries: readonly (readonly [string, Json])[],
  keys: readonly string[],
  depth: number,
): Map<string, Json> {
  const candidates = entries
    .map(([, value]) => toObject(value))
    .filter((part) => part !== undefined)
    .map((part) => pickKeys(part, keys, depth + 1))
    .filter(({ size }) => size > 0)
  return candidates.length === 1 ? (candidates[0] as Map<string, Json>) : new Map()
}

/** Maps folded keys to values; keys that are alike when folded are left out. */
function uniqueByFoldedKey<Value>(
  entries: readonly (readonly [string, Value])[],
): ReadonlyMap<string, Value> {
  const groups = Map.groupBy(entries, ([key]) => foldKey(key))
  const uniqueGroups = [...groups].filter(([key, group]) => key !== '' && group.length === 1)
  return new Map(uniqueGroups.flatMap(([key, group]) => group.map(([, value]) => [key, value])))
}

/** The letters and digits of a key: `Invoice Number`, `invoice-number` and `invoiceNumber` are alike. */
const foldKey = (key: string): string => wordsOf(keyToWords(key)).join('')
