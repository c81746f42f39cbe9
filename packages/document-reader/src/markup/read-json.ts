import type { FlowBlock, TableRow } from '../typeset/flow.ts'
import { tooDeep } from './parse-xml.ts'
import { readText } from './read-text.ts'

const maxDepth = 200
const maxIndent = 40
const maxColumns = 30

type Scalar = string | boolean | null
type Json = Scalar | readonly Json[] | { readonly [key: string]: Json }

/**
 * JSON as labels with values, indented as it is nested; a list of records is a table, and so are records that stand on lines of
 * their own. Numbers keep the digits that the file has. What does not parse is plain text. Throws `ReadError`.
 */
export function* readJson(text: string): Generator<FlowBlock> {
  const value = parse(text) ?? parseLines(text)
  if (value === undefined) yield* readText(text)
  else yield* readValue(value, { label: '', depth: 0 })
}

/** `undefined` for what does not parse. */
function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text, keepDigits)
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep()
    return undefined
  }
}

function parseLines(text: string): Json | undefined {
  const lines = text.split(/\r?\n/).filter((one) => one.trim() !== '')
  const values: Json[] = []
  for (const one of lines) {
    const value = parse(one)
    if (value === undefined) return undefined
    values.push(value)
  }
  return values
}

/** `1.00` stays `1.00`, and a long number keeps its last digits. */
function keepDigits(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value
}

type Place = { readonly label: string; readonly depth: number }

function* readValue(value: Json, place: Place): Generator<FlowBlock> {
  const { label, depth } = place
  if (depth > maxDepth) throw tooDeep()
  if (isScalar(value)) {
    yield line(label === '' ? show(value) : `${label}: ${show(value)}`, depth)
    return
  }
  if (label !== '') yield line(`${label}:`, depth)
  yield* readInside(value, depth + (label === '' ? 0 : 1))
}

function* readInside(value: Exclude<Json, Scalar>, depth: number): Generator<FlowBlock> {
  if (isTable(value)) {
    yield { kind: 'table', rows: tableRows(value), indent: indentOf(depth), isTight: true }
    return
  }
  const isList = Array.isArray(value)
  for (const [key, item] of Object.entries(value))
    yield* readValue(item, { label: isList ? itemLabel(item, key) : key, depth })
}

function itemLabel(item: Json, index: string): string {
  return isScalar(item) ? '-' : String(Number(index) + 1)
}

function isScalar(value: Json): value is Scalar {
  return typeof value !== 'object' || value === null
}

type Records = readonly { readonly [key: string]: Scalar }[]

/** Whether a list has at least two records with few plain fields. */
function isTable(value: Json): value is Records {
  if (!Array.isArray(value) || value.length < 2 || !value.every(isRecord)) return false
  return fieldsOf(value).length <= maxColumns
}

function isRecord(item: Json): boolean {
  return !isScalar(item) && !Array.isArray(item) && Object.values(item).every(isScalar)
}

function fieldsOf(records: Records): string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))]
}

function tableRows(records: Records): TableRow[] {
  const fields = fieldsOf(records)
  const rows = records.map((record) =>
    fields.map((field) => (Object.hasOwn(record, field) ? show(record[field] ?? null) : '')),
  )
  return [fields, ...rows]
}

function show(value: Scalar): string {
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : String(value)
}

function line(text: string, depth: number): FlowBlock {
  const label = text.startsWith('-: ') ? `- ${text.slice(3)}` : text
  return { kind: 'text', text: label, indent: indentOf(depth), hangingIndent: 2, isTight: true }
}

function indentOf(depth: number): number {
  return Math.min(maxIndent, depth * 2)
}
