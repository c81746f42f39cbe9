import type { EvidenceReply, EvidenceTreeReply } from '@recto/contract/evidence'
import type { SurenessTree } from '../prompt-studio/prompt-studio.port.ts'
import type { Output, ReviewedItem, ReviewedTable, ValueStep } from './item.ts'

/** Undefined of what is no table. */
function tableOf(value: unknown): ReviewedTable | undefined {
  if (Array.isArray(value)) {
    const columns = [...new Set(value.filter(isRecord).flatMap(Object.keys))]
    return columns.length > 0 ? { inner: [], columns, ids: value.map((_, at) => at) } : undefined
  }
  if (!isRecord(value)) return undefined
  const { column_headers: headers, rows } = value
  if (!Array.isArray(headers) || !Array.isArray(rows)) return undefined
  return { inner: ['rows'], columns: headers.map(String), ids: rows.map((_, at) => at) }
}

export const tablesOf = (output: Output): Readonly<Record<string, ReviewedTable>> =>
  Object.fromEntries(
    Object.entries(output).flatMap(([field, value]) => {
      const table = tableOf(value)
      return table ? [[field, table]] : []
    }),
  )

/** Where a value is, however rows have moved since. */
export function keyOf(
  { tables }: Pick<ReviewedItem, 'tables'>,
  steps: readonly ValueStep[],
): string {
  const table = tables[String(steps[0])]
  const at = table ? 1 + table.inner.length : -1
  return JSON.stringify(steps.map((step, i) => (i === at ? table?.ids[Number(step)] : step)))
}

/** Undefined when its row is gone. */
function stepsOf({ tables }: ReviewedItem, key: string): readonly ValueStep[] | undefined {
  const named: readonly ValueStep[] = JSON.parse(key)
  const table = tables[String(named[0])]
  if (!table) return named
  const at = 1 + table.inner.length
  const steps = named.map((step, i) => (i === at ? table.ids.indexOf(Number(step)) : step))
  return steps[at] === -1 ? undefined : steps
}

/** The rows of a table as they are now. */
export function rowsOf({ output, tables }: ReviewedItem, field: string): readonly unknown[] {
  const rows = at(output[field], tables[field]?.inner ?? [])
  return Array.isArray(rows) ? rows : []
}

type Row = Readonly<Record<string, unknown>>

export const withNewRow = (item: ReviewedItem, field: string, row: Row): ReviewedItem => {
  const id = Math.max(-1, ...(item.tables[field]?.ids ?? [])) + 1
  return withRows(item, field, (rows, added) => [...rows, added], { row, id })
}

export const withoutRow = (item: ReviewedItem, field: string, id: number): ReviewedItem => {
  const gone = item.tables[field]?.ids.indexOf(id) ?? -1
  return gone < 0 ? item : withRows(item, field, (rows) => rows.filter((_, at) => at !== gone))
}

/** By one place up (-1) or down (1), as far as there is one. */
export function withMovedRow(item: ReviewedItem, field: string, id: number, by: 1 | -1) {
  const ids = item.tables[field]?.ids ?? []
  const from = ids.indexOf(id)
  const to = from + by
  if (from < 0 || to < 0 || to >= ids.length) return item
  return withRows(item, field, (rows) => {
    const others = rows.filter((_, at) => at !== from)
    return [...others.slice(0, to), rows[from] as (typeof rows)[number], ...others.slice(to)]
  })
}

type Rearrange = <T>(rows: readonly T[], added: T) => readonly T[]
type Added = { readonly row: Row; readonly id: number }

/** Places and sureness go with their rows, so that those of the others stay theirs. */
function withRows(
  item: ReviewedItem,
  field: string,
  rearrange: Rearrange,
  { row, id }: Added = { row: {}, id: -1 },
): ReviewedItem {
  const table = item.tables[field]
  if (!table) return item
  const { inner, ids } = table
  const value = item.output[field]
  const rows = rowsOf(item, field)
  const along = <Tree>(tree: Tree): Tree => {
    const known = at(tree, inner)
    const all = rows.map((_, i) => (Array.isArray(known) ? (known[i] ?? null) : null))
    return put(tree, inner, rearrange(all, null)) as Tree
  }
  return {
    ...item,
    output: { ...item.output, [field]: put(value, inner, rearrange(rows, row)) },
    evidence: { ...item.evidence, [field]: along(item.evidence[field] ?? null) },
    sureness: { ...item.sureness, [field]: along(item.sureness[field] ?? null) },
    tables: { ...item.tables, [field]: { ...table, ids: rearrange(ids, id) } },
  }
}

/** With another value at a place; the place in the document, where there is one, goes with it. */
export function withValue(
  item: ReviewedItem,
  key: string,
  { value, places }: { readonly value: unknown; readonly places?: readonly EvidenceReply[] },
): ReviewedItem {
  const steps = stepsOf(item, key)
  if (!steps) return item
  const [field, ...inside] = steps as readonly [string, ...ValueStep[]]
  const whole = item.output[field]
  const output = { ...item.output, [field]: put(whole, inside, value) }
  if (!places) return { ...item, output }
  const tree = putBeside(whole, item.evidence[field] ?? null, { steps: inside, leaf: places })
  const evidence = { ...item.evidence, [field]: tree as EvidenceTreeReply }
  const sure = putBeside(whole, item.sureness[field] ?? null, { steps: inside, leaf: 1 })
  return {
    ...item,
    output,
    evidence,
    sureness: { ...item.sureness, [field]: sure as SurenessTree },
  }
}

/** With a whole field anew: what is the same where it was keeps its place. */
export function withField(item: ReviewedItem, field: string, value: unknown): ReviewedItem {
  const before = item.output[field]
  const keep = <Tree>(tree: Tree) => keepSame(before, value, tree) as Tree
  const { [field]: _, ...others } = item.tables
  const table = tableOf(value)
  return {
    ...item,
    output: { ...item.output, [field]: value },
    evidence: { ...item.evidence, [field]: keep(item.evidence[field] ?? null) },
    sureness: { ...item.sureness, [field]: keep(item.sureness[field] ?? null) },
    tables: table ? { ...others, [field]: table } : others,
  }
}

const isRecord = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const childOf = (tree: unknown, step: ValueStep): unknown =>
  typeof tree === 'object' && tree !== null ? (tree as Row)[step] : undefined

const at = (tree: unknown, steps: readonly ValueStep[]): unknown => steps.reduce(childOf, tree)

/** The same tree with something else at a place; lists stay lists. */
function put(tree: unknown, [step, ...rest]: readonly ValueStep[], leaf: unknown): unknown {
  if (step === undefined) return leaf
  if (Array.isArray(tree)) {
    return tree.map((one, i) => (i === step ? put(one, rest, leaf) : one))
  }
  return { ...(isRecord(tree) ? tree : {}), [step]: put(childOf(tree, step), rest, leaf) }
}

type Leaf = { readonly steps: readonly ValueStep[]; readonly leaf: unknown }

/** A tree that mirrors a value, with a leaf at a place: where it mirrors nothing yet it takes the value's form. */
function putBeside(value: unknown, tree: unknown, { steps, leaf }: Leaf): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return leaf
  const child = putBeside(childOf(value, step), childOf(tree, step), { steps: rest, leaf })
  if (!Array.isArray(value)) return { ...(isRecord(tree) ? tree : {}), [step]: child }
  return value.map((_, i) => (i === step ? child : (childOf(tree, i) ?? null)))
}

function keepSame(before: unknown, after: unknown, tree: unknown): unknown {
  if (JSON.stringify(before) === JSON.stringify(after)) return tree
  const inside = (one: unknown, step: ValueStep) =>
    keepSame(childOf(before, step), one, childOf(tree, step) ?? null)
  if (Array.isArray(after)) return after.map(inside)
  if (!isRecord(after)) return null
  return Object.fromEntries(Object.entries(after).map(([name, one]) => [name, inside(one, name)]))
}
