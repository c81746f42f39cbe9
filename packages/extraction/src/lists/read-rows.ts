import { isContainer } from '@recto/exact-json/exact-number'
import { parseExactJson } from '@recto/exact-json/parse-json'
import type { Json } from '@recto/provider-spec/answer'
import { jsonrepair } from 'jsonrepair'
import { wordsOf } from '../values/fold.ts'
import { hasFabricatedPlaceholder } from '../values/non-answers.ts'
import { isNa } from '../values/parse-json.ts'
import type { Row } from './row-units.ts'

export type ParsedRows = {
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
export function readRows(text: string, columns: readonly string[]): ParsedRows {
  const emptyResult = { rows: [], columns, isCut: false }
  if (isNa(text) || text.trim() === '') return { ...emptyResult, isUnreadable: false }
  const { items, headers, isCut } = parseItems(text)
  if (!items) return { ...emptyResult, isUnreadable: true }
  const rows = items
    .map((item) => toRow(item, headers ?? columns))
    .filter((row) => row !== undefined)
  const isUnreadable = rows.length === 0 && items.length > 0
  return { ...nameColumns(rows, columns), isCut, isUnreadable }
}

type Items = {
  readonly items: readonly Json[] | undefined
  readonly headers?: readonly string[] | undefined
  readonly isCut: boolean
}

function parseItems(text: string): Items {
  const whole = parseStrictly(text)
  if (whole !== undefined) return { ...findList(whole), isCut: false }
  const { chunks, isCut, hasBrackets } = findClosedParts(text)
  const items = chunks.flatMap((chunk) => parseStrictly(chunk) ?? repairJson(chunk) ?? [])
  const singleItem = items.length === 1 && !isCut ? items[0] : undefined
  if (singleItem !== undefined) return { ...findList(singleItem), isCut }
  return { items: hasBrackets ? items : undefined, isCut }
}

/** Finds the list in a value, whatever surrounds it. */
function findList(value: Json): Omit<Items, 'isCut'> {
  if (Array.isArray(value)) return { items: value }
  if (!isContainer(value)) return { items: undefined }
  const record = value as { readonly [key: string]: Json }
  const lists = Object.values(record).filter((part) => Array.isArray(part))
  const headers = toTexts(record.column_headers ?? record.headers ?? record.columns)
  const rows = record.rows ?? (lists.length === 1 && !headers ? lists[0] : undefined)
  if (Array.isArray(rows)) return { items: rows, headers }
  return { items: [record] }
}

function toTexts(value: Json | undefined): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.every((item) => typeof item === 'string') ? (value as string[]) : undefined
}

const quotedOrBracket = /"(?:[^"\\]|\\[\s\S])*"?|[[\]{}]/g

type OpenBracket = { readonly sign: string; readonly start: number; readonly depth: number }
type BracketPair = OpenBracket & { readonly end: number; readonly isInList: boolean }

/** Returns the closed records of a text, or its lists when it has no records. */
function findClosedParts(text: string) {
  const { parts, open, hasBrackets } = matchBrackets(text)
  const outerParts = findOutermost(parts, '{') ?? findOutermost(parts, '[') ?? []
  return {
    chunks: outerParts.map(({ start, end }) => text.slice(start, end)),
    isCut: open.length > 0,
    hasBrackets,
  }
}

/** Scans the text once; a bracket that closes nothing is skipped. */
function matchBrackets(text: string) {
  const open: OpenBracket[] = []
  const parts: BracketPair[] = []
  let hasBrackets = false
  for (const { 0: sign, index } of text.matchAll(quotedOrBracket)) {
    if (sign.startsWith('"')) continue
    if (sign === '{' || sign === '[') {
      hasBrackets = true
      open.push({ sign, start: index, depth: open.length })
      continue
    }
    const openPart = open.pop()
    if (openPart) parts.push({ ...openPart, end: index + 1, isInList: open.at(-1)?.sign !== '{' })
  }
  return { parts, open, hasBrackets }
}

/** Returns the outermost parts of a kind that are in a list or at the top level. */
function findOutermost(
  parts: readonly BracketPair[],
  sign: string,
): readonly BracketPair[] | undefined {
  const ofKind = parts.filter((part) => part.sign === sign && part.isInList)
  if (ofKind.length === 0) return undefined
  const depth = ofKind.reduce(
    (minDepth, part) => Math.min(minDepth, part.depth),
    Number.POSITIVE_INFINITY,
  )
  return ofKind.filter((part) => part.depth === depth)
}

function parseStrictly(text: string): Json | undefined {
  try {
    return parseExactJson(text) as Json
  } catch {
    return undefined
  }
}

function repairJson(text: string): Json | undefined {
  try {
    return parseExactJson(jsonrepair(text)) as Json
  } catch {
    return undefined
  }
}

function toRow(item: Json, columns: readonly string[]): Row | undefined {
  if (!isContainer(item)) return undefined
  if (!Array.isArray(item)) return item as Row
  const cells = item as readonly Json[]
  if (cells.some(isContainer)) return undefined
  return Object.fromEntries(cells.map((cell, i) => [columns[i] ?? `column_${i + 1}`, cell]))
}

/** Renames the rows' keys to the column names; new columns come after the known ones. */
function nameColumns(rows: readonly Row[], knownColumns: readonly string[]) {
  const byPlainName = new Map(knownColumns.map((name) => [toPlainName(name), name]))
  const namedRows = rows.map((row) => {
    const keys = Object.keys(row)
    const isPositional =
      knownColumns.length > 0 &&
      keys.length === knownColumns.length &&
      keys.every((key) => !byPlainName.has(toPlainName(key)))
    const cells = keys.map((key, i): [string, Json] => {
      const name = isPositional
        ? (knownColumns[i] ?? key)
        : (byPlainName.get(toPlainName(key)) ?? key)
      if (!byPlainName.has(toPlainName(name))) byPlainName.set(toPlainName(name), name)
      return [name, removeNa(row[key] ?? null)]
    })
    return Object.fromEntries(cells)
  })
  return { rows: namedRows, columns: [...byPlainName.values()] }
}

const toPlainName = (name: string) => wordsOf(name).join(' ') || name

function removeNa(value: Json): Json {
  if (typeof value === 'number' && !Number.isFinite(value)) return null
  if (typeof value === 'string') {
    return isNa(value) || hasFabricatedPlaceholder(value) || value.trim() === '' ? null : value
  }
  if (value === null || !isContainer(value)) return value
  if (Array.isArray(value)) return value.map(removeNa)
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, removeNa(part)]))
}
