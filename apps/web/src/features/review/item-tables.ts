import type { PresentedRowMatch } from '@recto/contract/lookups/lookup-matches'
import type { EvidenceReply, EvidenceTreeReply } from '@recto/contract/prompt-studio/evidence'
import { isContainer } from '@recto/exact-json/exact-number'
import type { NestedConfidence } from '../prompt-studio/prompt-studio.port.ts'
import type { Output, ReviewedItem, ReviewedTable, ValueStep } from './item.ts'

/** The type of a field's prompt and the columns that it asks for. */
type PromptOfField = { readonly type: string; readonly columns: readonly string[] }
type PromptsByField = Readonly<Record<string, PromptOfField>>

const rowTypes: readonly string[] = ['table', 'record', 'line-item']

/** Returns undefined if the value is no table, and its prompt asks for none. */
function tableOf(value: unknown, prompt?: PromptOfField): ReviewedTable | undefined {
  const columns = prompt?.columns ?? []
  if (isEmptyValue(value)) {
    if (!prompt || !rowTypes.includes(prompt.type)) return undefined
    return { inner: prompt.type === 'table' ? ['rows'] : [], columns, ids: [] }
  }
  return Array.isArray(value) ? tableOfRows(value, columns) : tableWithHeaders(value, columns)
}

const isEmptyValue = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

function tableOfRows(
  rows: readonly unknown[],
  columns: readonly string[],
): ReviewedTable | undefined {
  const rowColumns = rows.filter(isRecord).flatMap(Object.keys)
  if (rowColumns.length === 0) return undefined
  const allColumns = [...new Set([...rowColumns, ...columns])]
  return { inner: [], columns: allColumns, ids: rows.map((_, index) => index) }
}

function tableWithHeaders(value: unknown, columns: readonly string[]): ReviewedTable | undefined {
  if (!isRecord(value)) return undefined
  const { column_headers: headers, rows } = value
  if (!Array.isArray(headers) || !Array.isArray(rows)) return undefined
  const allColumns = headers.length > 0 ? headers.map(String) : columns
  return { inner: ['rows'], columns: allColumns, ids: rows.map((_, index) => index) }
}

export const tablesOf = (
  output: Output,
  prompts: PromptsByField = {},
): Readonly<Record<string, ReviewedTable>> =>
  Object.fromEntries(
    Object.entries(output)
      .map(([field, value]) => {
        const table = tableOf(value, prompts[field])
        return table ? ([field, table] as const) : undefined
      })
      .filter((value) => value !== undefined),
  )

/** Returns the stable key of a value: the JSON of its steps, with ids of rows that stay when rows are moved. */
export function keyOf(
  { tables }: Pick<ReviewedItem, 'tables'>,
  steps: readonly ValueStep[],
): string {
  const table = tables[String(steps[0])]
  const rowDepth = table ? 1 + table.inner.length : -1
  return JSON.stringify(steps.map((step, i) => (i === rowDepth ? table?.ids[Number(step)] : step)))
}

/** Returns the field that a value with this key belongs to. */
export const fieldOfKey = (key: string): string => String(JSON.parse(key)[0])

/** Returns the current path of a value; undefined if its row was deleted. */
function stepsOf({ tables }: ReviewedItem, key: string): readonly ValueStep[] | undefined {
  const keySteps: readonly ValueStep[] = JSON.parse(key)
  const table = tables[String(keySteps[0])]
  if (!table) return keySteps
  const rowDepth = 1 + table.inner.length
  const steps = keySteps.map((step, i) => (i === rowDepth ? table.ids.indexOf(Number(step)) : step))
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

/** Adds a copy below a row. Where the copy is in the document is not known. */
export function withDuplicatedRow(item: ReviewedItem, field: string, id: number): ReviewedItem {
  const ids = item.tables[field]?.ids ?? []
  const index = ids.indexOf(id)
  if (index < 0) return item
  const copy = rowsOf(item, field)[index] as Row
  return withRows(
    item,
    field,
    (rows, newRow) => [...rows.slice(0, index + 1), newRow, ...rows.slice(index + 1)],
    { row: copy, id: Math.max(...ids) + 1 },
  )
}

/** A cell of a table by its current position. */
export type CellPosition = { readonly row: number; readonly column: number }

type PastedCells = {
  readonly cells: readonly (readonly string[])[]
  /** Rows that were read from a page: cells that still have their texts have their places as well. */
  readonly drawnRows?: readonly DrawnRow[]
}

type DrawnRow = readonly { readonly text: string; readonly evidence: EvidenceReply | null }[]

/**
 * Writes cells into a table from a position on, and adds the rows that are missing. A table without
 * columns takes their names from the first line.
 */
export function withPastedCells(
  item: ReviewedItem,
  field: string,
  { row: firstRow, column: firstColumn }: CellPosition,
  { cells, drawnRows = [] }: PastedCells,
): ReviewedItem {
  const table = item.tables[field]
  if (!table) return item
  const [names = [], ...otherCells] = cells
  if (table.columns.length === 0) {
    const itemWithColumns = {
      ...item,
      tables: { ...item.tables, [field]: { ...table, columns: names } },
    }
    return names.length > 0
      ? withPastedCells(
          itemWithColumns,
          field,
          { row: firstRow, column: 0 },
          { cells: otherCells, drawnRows },
        )
      : item
  }
  const blankRow = Object.fromEntries(table.columns.map((name) => [name, null]))
  let filledItem = item
  for (let count = table.ids.length; count < firstRow + cells.length; count++) {
    filledItem = withNewRow(filledItem, field, blankRow)
  }
  const rows = rowsOf(filledItem, field).map(
    (row, index) =>
      cells[index - firstRow]?.reduce<unknown>((current, text, offset) => {
        const column = firstColumn + offset
        const name = table.columns[column]
        if (name === undefined) return current
        return replaceNode(
          current,
          [Array.isArray(current) ? column : name],
          text === '' ? null : text,
        )
      }, row) ?? row,
  )
  const value = replaceNode(filledItem.output[field], table.inner, rows)
  const pastedItem = { ...filledItem, output: { ...filledItem.output, [field]: value } }
  return withDrawnPlaces(pastedItem, { field, firstRow, cells, drawnRows })
}

type DrawnPlaces = Required<PastedCells> & { readonly field: string; readonly firstRow: number }

/** Gives pasted cells the places of the drawn rows with the same texts. */
function withDrawnPlaces(
  item: ReviewedItem,
  { field, firstRow, cells, drawnRows }: DrawnPlaces,
): ReviewedItem {
  const keyOfTexts = (texts: readonly string[]) => JSON.stringify(texts)
  const rowsByTexts = new Map(
    drawnRows.map((row) => [keyOfTexts(row.map(({ text }) => text)), row] as const),
  )
  const { inner = [], columns = [] } = item.tables[field] ?? {}
  let placedItem = item
  for (const [index, texts] of cells.entries()) {
    const drawnRow = rowsByTexts.get(keyOfTexts(texts)) ?? []
    for (const [column, { text, evidence }] of drawnRow.entries()) {
      const name = columns[column]
      if (name === undefined || !evidence) continue
      const key = keyOf(placedItem, [field, ...inner, firstRow + index, name])
      placedItem = withValue(placedItem, key, { value: text, locations: [evidence] })
    }
  }
  return placedItem
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
  const { inner, ids, columns } = table
  const value = item.output[field]
  // A table with headers has them as soon as it has a row.
  const isWithoutHeaders = inner.length > 0 && !listAt(value, 'column_headers')
  const wholeTable = isWithoutHeaders ? { column_headers: [...columns], rows: [] } : value
  const rows = rowsOf(item, field)
  const rearrangeTree = <Tree>(tree: Tree): Tree => {
    const branch = valueAt(tree, inner)
    const nodes = rows.map((_, i) => (Array.isArray(branch) ? (branch[i] ?? null) : null))
    return replaceNode(tree, inner, rearrange(nodes, null)) as Tree
  }
  return {
    ...item,
    output: { ...item.output, [field]: replaceNode(wholeTable, inner, rearrange(rows, row)) },
    evidence: { ...item.evidence, [field]: rearrangeTree(item.evidence[field] ?? null) },
    confidences: { ...item.confidences, [field]: rearrangeTree(item.confidences[field] ?? null) },
    tables: { ...item.tables, [field]: { ...table, ids: rearrange(ids, id) } },
    lookups: withRearrangedMatches(item.lookups, field, rearrange),
  }
}

const newRowMatch: PresentedRowMatch = {
  status: 'no_value',
  row_key: null,
  score: null,
  by: null,
  reason: '',
  candidates: [],
  value: '',
}

/** The match of a row moves with it; that of a new row is not known before it is saved. */
function withRearrangedMatches(
  lookups: ReviewedItem['lookups'],
  field: string,
  rearrange: Rearrange,
): ReviewedItem['lookups'] {
  const lookup = lookups[field]
  if (!lookup?.match.rows) return lookups
  const rows = [...rearrange(lookup.match.rows, newRowMatch)]
  return { ...lookups, [field]: { ...lookup, match: { ...lookup.match, rows } } }
}

/**
 * Returns the item with one value replaced, and its locations in the document as well if they are
 * given.
 */
export function withValue(
  item: ReviewedItem,
  key: string,
  { value, locations }: { readonly value: unknown; readonly locations?: readonly EvidenceReply[] },
): ReviewedItem {
  const steps = stepsOf(item, key)
  if (!steps) return item
  const [field, ...innerSteps] = steps as readonly [string, ...ValueStep[]]
  const previousValue = item.output[field]
  const output = { ...item.output, [field]: replaceNode(previousValue, innerSteps, value) }
  if (!locations) return { ...item, output }
  const tree = replaceMirrored(previousValue, item.evidence[field] ?? null, {
    steps: innerSteps,
    leaf: locations,
  })
  const evidence = { ...item.evidence, [field]: tree as EvidenceTreeReply }
  const confidence = replaceMirrored(previousValue, item.confidences[field] ?? null, {
    steps: innerSteps,
    leaf: 1,
  })
  return {
    ...item,
    output,
    evidence,
    confidences: { ...item.confidences, [field]: confidence as NestedConfidence },
  }
}

/**
 * Returns the item with a whole field replaced. Unchanged parts retain their evidence and
 * confidence.
 */
export function withField(item: ReviewedItem, field: string, value: unknown): ReviewedItem {
  const previousOutput = item.output[field]
  const retain = <Tree>(tree: Tree) => retainUnchanged(previousOutput, value, tree) as Tree
  const { [field]: _, ...otherTables } = item.tables
  const previousTable = item.tables[field]
  const prompt = previousTable && {
    type: previousTable.inner.length > 0 ? 'table' : 'record',
    columns: previousTable.columns,
  }
  const table = tableOf(value, prompt)
  return {
    ...item,
    output: { ...item.output, [field]: value },
    evidence: { ...item.evidence, [field]: retain(item.evidence[field] ?? null) },
    confidences: { ...item.confidences, [field]: retain(item.confidences[field] ?? null) },
    tables: table ? { ...otherTables, [field]: table } : otherTables,
  }
}

const isRecord = (value: unknown): value is Row => isContainer(value) && !Array.isArray(value)

const childOf = (tree: unknown, step: ValueStep): unknown =>
  isContainer(tree) ? (tree as Row)[step] : undefined

/** Whether there is a list with entries. */
const listAt = (tree: unknown, step: ValueStep): boolean => {
  const list = childOf(tree, step)
  return Array.isArray(list) && list.length > 0
}

const valueAt = (tree: unknown, steps: readonly ValueStep[]): unknown => steps.reduce(childOf, tree)

/** Returns the tree with one node replaced; lists stay lists. */
function replaceNode(tree: unknown, [step, ...rest]: readonly ValueStep[], leaf: unknown): unknown {
  if (step === undefined) return leaf
  if (Array.isArray(tree)) {
    return tree.map((child, i) => (i === step ? replaceNode(child, rest, leaf) : child))
  }
  const record = isRecord(tree) ? tree : {}
  return { ...record, [step]: replaceNode(childOf(tree, step), rest, leaf) }
}

type Leaf = { readonly steps: readonly ValueStep[]; readonly leaf: unknown }

/**
 * Sets a leaf in a tree that mirrors a value. Missing parts of the tree are created in the shape of
 * the value.
 */
function replaceMirrored(value: unknown, tree: unknown, { steps, leaf }: Leaf): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return leaf
  const child = replaceMirrored(childOf(value, step), childOf(tree, step), { steps: rest, leaf })
  if (Array.isArray(value)) {
    return value.map((_, i) => (i === step ? child : (childOf(tree, i) ?? null)))
  }
  const record = isRecord(tree) ? tree : {}
  return { ...record, [step]: child }
}

function retainUnchanged(previousValue: unknown, nextValue: unknown, tree: unknown): unknown {
  if (JSON.stringify(previousValue) === JSON.stringify(nextValue)) return tree
  const childAt = (child: unknown, step: ValueStep) =>
    retainUnchanged(childOf(previousValue, step), child, childOf(tree, step) ?? null)
  if (Array.isArray(nextValue)) return nextValue.map(childAt)
  if (!isRecord(nextValue)) return null
  return Object.fromEntries(
    Object.entries(nextValue).map(([name, child]) => [name, childAt(child, name)]),
  )
}
