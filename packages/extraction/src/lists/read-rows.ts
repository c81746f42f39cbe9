import type { Json } from '@recto/provider-spec/answer'
import { jsonrepair } from 'jsonrepair'
import { wordsOf } from '../values/fold.ts'
import { hasFabricatedPlaceholder } from '../values/non-answers.ts'
import { isNa } from '../values/parse-json.ts'
import type { Row } from './row-units.ts'

export type ReadRows = {
  readonly rows: readonly Row[]
  readonly columns: readonly string[]
  /** Whether the reply ends before its brackets are closed; complete rows are read. */
  readonly isCut: boolean
  /** Whether the reply contains no list. */
  readonly isUnreadable: boolean
}

/**
 * Reads the rows of a model's reply. Of a cut or malformed reply, the complete rows are returned.
 */
export function readRows(text: string, columns: readonly string[]): ReadRows {
  const nothing = { rows: [], columns, isCut: false }
  if (isNa(text) || text.trim() === '') return { ...nothing, isUnreadable: false }
  const { items, headers, isCut } = itemsOf(text)
  if (!items) return { ...nothing, isUnreadable: true }
  const rows = items
    .map((item) => rowOf(item, headers ?? columns))
    .filter((row) => row !== undefined)
  const isUnreadable = rows.length === 0 && items.length > 0
  return { ...named(rows, columns), isCut, isUnreadable }
}

type Items = {
  readonly items: readonly Json[] | undefined
  readonly headers?: readonly string[] | undefined
  readonly isCut: boolean
}

function itemsOf(text: string): Items {
  const whole = parsed(text)
  if (whole !== undefined) return { ...listIn(whole), isCut: false }
  const { chunks, isCut, hasBrackets } = closedParts(text)
  const items = chunks.flatMap((chunk) => parsed(chunk) ?? repaired(chunk) ?? [])
  const only = items.length === 1 && !isCut ? items[0] : undefined
  if (only !== undefined) return { ...listIn(only), isCut }
  return { items: hasBrackets ? items : undefined, isCut }
}

/** Finds the list in a value, whatever surrounds it. */
function listIn(value: Json): Omit<Items, 'isCut'> {
  if (Array.isArray(value)) return { items: value }
  if (typeof value !== 'object' || value === null) return { items: undefined }
  const record = value as { readonly [key: string]: Json }
  const lists = Object.values(record).filter((part) => Array.isArray(part))
  const headers = textsOf(record.column_headers ?? record.headers ?? record.columns)
  const rows = record.rows ?? (lists.length === 1 && !headers ? lists[0] : undefined)
  if (Array.isArray(rows)) return { items: rows, headers }
  return { items: [record] }
}

function textsOf(value: Json | undefined): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.every((one) => typeof one === 'string') ? (value as string[]) : undefined
}

const quotedOrBracket = /"(?:[^"\\]|\\[\s\S])*"?|[[\]{}]/g

type Open = { readonly sign: string; readonly at: number; readonly depth: number }
type Part = Open & { readonly to: number; readonly inList: boolean }

/** Returns the closed records of a text, or its lists when it has no records. */
function closedParts(text: string) {
  const { parts, open, hasBrackets } = bracketsOf(text)
  const chosen = outermost(parts, '{') ?? outermost(parts, '[') ?? []
  return {
    chunks: chosen.map(({ at: index, to }) => text.slice(index, to)),
    isCut: open.length > 0,
    hasBrackets,
  }
}

/** Scans the text once; a bracket that closes nothing is skipped. */
function bracketsOf(text: string) {
  const open: Open[] = []
  const parts: Part[] = []
  let hasBrackets = false
  for (const { 0: sign, index } of text.matchAll(quotedOrBracket)) {
    if (sign.startsWith('"')) continue
    if (sign === '{' || sign === '[') {
      hasBrackets = true
      open.push({ sign, at: index, depth: open.length })
      continue
    }
    const one = open.pop()
    if (one) parts.push({ ...one, to: index + 1, inList: open.at(-1)?.sign !== '{' })
  }
  return { parts, open, hasBrackets }
}

/** Returns the outermost parts of a kind that are in a list or at the top level. */
function outermost(parts: readonly Part[], sign: string): readonly Part[] | undefined {
  const ofKind = parts.filter((part) => part.sign === sign && part.inList)
  if (ofKind.length === 0) return undefined
  const depth = ofKind.reduce(
    (least, part) => Math.min(least, part.depth),
    Number.POSITIVE_INFINITY,
  )
  return ofKind.filter((part) => part.depth === depth)
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

function repaired(text: string): Json | undefined {
  try {
    return JSON.parse(jsonrepair(text)) as Json
  } catch {
    return undefined
  }
}

function rowOf(item: Json, columns: readonly string[]): Row | undefined {
  if (typeof item !== 'object' || item === null) return undefined
  if (!Array.isArray(item)) return item as Row
  const cells = item as readonly Json[]
  if (cells.some((cell) => typeof cell === 'object' && cell !== null)) return undefined
  return Object.fromEntries(cells.map((cell, i) => [columns[i] ?? `column_${i + 1}`, cell]))
}

/** Renames the rows' keys to the column names; new columns come after the known ones. */
function named(rows: readonly Row[], known: readonly string[]) {
  const byPlainName = new Map(known.map((name) => [plain(name), name]))
  const named = rows.map((row) => {
    const keys = Object.keys(row)
    const isByPlace =
      known.length > 0 &&
      keys.length === known.length &&
      keys.every((key) => !byPlainName.has(plain(key)))
    const cells = keys.map((key, i): [string, Json] => {
      const name = isByPlace ? (known[i] ?? key) : (byPlainName.get(plain(key)) ?? key)
      if (!byPlainName.has(plain(name))) byPlainName.set(plain(name), name)
      return [name, withoutNa(row[key] ?? null)]
    })
    return Object.fromEntries(cells)
  })
  return { rows: named, columns: [...byPlainName.values()] }
}

const plain = (name: string) => wordsOf(name).join(' ') || name

function withoutNa(value: Json): Json {
  if (typeof value === 'number' && !Number.isFinite(value)) return null
  if (typeof value === 'string') {
    return isNa(value) || hasFabricatedPlaceholder(value) || value.trim() === '' ? null : value
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withoutNa)
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutNa(part)]))
}
