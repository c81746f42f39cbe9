import type { EvidenceReply, EvidenceTreeReply } from '@recto/contract/prompt-studio/evidence'
import type { SurenessTree } from '../prompt-studio/prompt-studio.port.ts'
import type { Output, ReviewedItem, ReviewedTable, ValueStep } from './item.ts'

/** Returns undefined if the value is no table. */
function tableOf(value: unknown): ReviewedTable | undefined {
  if (Array.isArray(value)) {
    const columns = [...new Set(value.filter(isRecord).flatMap(Object.keys))]
    return columns.length > 0
      ? { inner: [], columns, ids: value.map((_, index) => index) }
      : undefined
  }
  if (!isRecord(value)) return undefined
  const { column_headers: headers, rows } = value
  if (!Array.isArray(headers) || !Array.isArray(rows)) return undefined
  return { inner: ['rows'], columns: headers.map(String), ids: rows.map((_, index) => index) }
}

export const tablesOf = (output: Output): Readonly<Record<string, ReviewedTable>> =>
  Object.fromEntries(
    Object.entries(output)
      .map(([field, value]) => {
        const table = tableOf(value)
        return table ? ([field, table] as const) : undefined
      })
      .filter((value) => value !== undefined),
  )

/** Returns the stable key of a value, which does not change when rows are moved. */
export function keyOf(
  { tables }: Pick<ReviewedItem, 'tables'>,
  steps: readonly ValueStep[],
): string {
  const table = tables[String(steps[0])]
  const rowDepth = table ? 1 + table.inner.length : -1
  return JSON.stringify(steps.map((step, i) => (i === rowDepth ? table?.ids[Number(step)] : step)))
}

/** Returns the current path of a value; undefined if its row was deleted. */
function stepsOf({ tables }: ReviewedItem, key: string): readonly ValueStep[] | undefined {
  const named: readonly ValueStep[] = JSON.parse(key)
  const table = tables[String(named[0])]
  if (!table) return named
  const rowDepth = 1 + table.inner.length
  const steps = named.map((step, i) => (i === rowDepth ? table.ids.indexOf(Number(step)) : step))
  return steps[rowDepth] === -1 ? undefined : steps
}

/** Returns the current rows of a table. */
export function rowsOf({ output, tables }: ReviewedItem, field: string): readonly unknown[] {
  const rows = valueAt(output[field], tables[field]?.inner ?? [])
  return Array.isArray(rows) ? rows : []
}

type Row = Readonly<Record<string, unknown>>

export const withNewRow = (item: ReviewedItem, field: string, row: Row): ReviewedItem => {
  const id = Math.max(-1, ...(item.tables[field]?.ids ?? [])) + 1
  return withRows(item, field, (rows, newRow) => [...rows, newRow], { row, id })
}

export const withoutRow = (item: ReviewedItem, field: string, id: number): ReviewedItem => {
  const removedIndex = item.tables[field]?.ids.indexOf(id) ?? -1
  return removedIndex < 0
    ? item
    : withRows(item, field, (rows) => rows.filter((_, index) => index !== removedIndex))
}

/** Moves a row up (-1) or down (1), as far as possible. */
export function withMovedRow(item: ReviewedItem, field: string, id: number, direction: 1 | -1) {
  const ids = item.tables[field]?.ids ?? []
  const from = ids.indexOf(id)
  const to = from + direction
  if (from < 0 || to < 0 || to >= ids.length) return item
  return withRows(item, field, (rows) => {
    const otherRows = rows.filter((_, index) => index !== from)
    return [...otherRows.slice(0, to), rows[from] as (typeof rows)[number], ...otherRows.slice(to)]
  })
}

type Rearrange = <T>(rows: readonly T[], newRow: T) => readonly T[]
type AddedRow = { readonly row: Row; readonly id: number }

/** Moves the evidence and the confidence together with their rows. */
function withRows(
  item: ReviewedItem,
  field: string,
  rearrange: Rearrange,
  { row, id }: AddedRow = { row: {}, id: -1 },
): ReviewedItem {
  const table = item.tables[field]
  if (!table) return item
  const { inner, ids } = table
  const value = item.output[field]
  const rows = rowsOf(item, field)
  const rearrangeTree = <Tree>(tree: Tree): Tree => {
    const branch = valueAt(tree, inner)
    const all = rows.map((_, i) => (Array.isArray(branch) ? (branch[i] ?? null) : null))
    return put(tree, inner, rearrange(all, null)) as Tree
  }
  return {
    ...item,
    output: { ...item.output, [field]: put(value, inner, rearrange(rows, row)) },
    evidence: { ...item.evidence, [field]: rearrangeTree(item.evidence[field] ?? null) },
    sureness: { ...item.sureness, [field]: rearrangeTree(item.sureness[field] ?? null) },
    tables: { ...item.tables, [field]: { ...table, ids: rearrange(ids, id) } },
  }
}

/**
 * Returns the item with one value replaced, and its locations in the document as well if they are
 * given.
 */
export function withValue(
  item: ReviewedItem,
  key: string,
  { value, places }: { readonly value: unknown; readonly places?: readonly EvidenceReply[] },
): ReviewedItem {
  const steps = stepsOf(item, key)
  if (!steps) return item
  const [field, ...innerSteps] = steps as readonly [string, ...ValueStep[]]
  const whole = item.output[field]
  const output = { ...item.output, [field]: put(whole, innerSteps, value) }
  if (!places) return { ...item, output }
  const tree = putBeside(whole, item.evidence[field] ?? null, { steps: innerSteps, leaf: places })
  const evidence = { ...item.evidence, [field]: tree as EvidenceTreeReply }
  const sure = putBeside(whole, item.sureness[field] ?? null, { steps: innerSteps, leaf: 1 })
  return {
    ...item,
    output,
    evidence,
    sureness: { ...item.sureness, [field]: sure as SurenessTree },
  }
}

/**
 * Returns the item with a whole field replaced. Unchanged parts retain their evidence and
 * confidence.
 */
export function withField(item: ReviewedItem, field: string, value: unknown): ReviewedItem {
  const previousOutput = item.output[field]
  const keep = <Tree>(tree: Tree) => keepSame(previousOutput, value, tree) as Tree
  const { [field]: _, ...otherTables } = item.tables
  const table = tableOf(value)
  return {
    ...item,
    output: { ...item.output, [field]: value },
    evidence: { ...item.evidence, [field]: keep(item.evidence[field] ?? null) },
    sureness: { ...item.sureness, [field]: keep(item.sureness[field] ?? null) },
    tables: table ? { ...otherTables, [field]: table } : otherTables,
  }
}

const isRecord = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const childOf = (tree: unknown, step: ValueStep): unknown =>
  typeof tree === 'object' && tree !== null ? (tree as Row)[step] : undefined

const valueAt = (tree: unknown, steps: readonly ValueStep[]): unknown => steps.reduce(childOf, tree)

/** Returns the tree with one node replaced; lists stay lists. */
function put(tree: unknown, [step, ...rest]: readonly ValueStep[], leaf: unknown): unknown {
  if (step === undefined) return leaf
  if (Array.isArray(tree)) {
    return tree.map((one, i) => (i === step ? put(one, rest, leaf) : one))
  }
  const record = isRecord(tree) ? tree : {}
  return { ...record, [step]: put(childOf(tree, step), rest, leaf) }
}

type Leaf = { readonly steps: readonly ValueStep[]; readonly leaf: unknown }

/**
 * Sets a leaf in a tree that mirrors a value. Missing parts of the tree are created in the shape of
 * the value.
 */
function putBeside(value: unknown, tree: unknown, { steps, leaf }: Leaf): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return leaf
  const child = putBeside(childOf(value, step), childOf(tree, step), { steps: rest, leaf })
  if (Array.isArray(value)) {
    return value.map((_, i) => (i === step ? child : (childOf(tree, i) ?? null)))
  }
  const record = isRecord(tree) ? tree : {}
  return { ...record, [step]: child }
}

function keepSame(previous: unknown, updated: unknown, tree: unknown): unknown {
  if (JSON.stringify(previous) === JSON.stringify(updated)) return tree
  const childAt = (one: unknown, step: ValueStep) =>
    keepSame(childOf(previous, step), one, childOf(tree, step) ?? null)
  if (Array.isArray(updated)) return updated.map(childAt)
  if (!isRecord(updated)) return null
  return Object.fromEntries(
    Object.entries(updated).map(([name, one]) => [name, childAt(one, name)]),
  )
}
