import { createHash } from 'node:crypto'
import { findFreeName } from '@recto/contract/workflows/line-tables'
import { type ExactNumber, isAnyNumber, isContainer } from '@recto/exact-json/exact-number'
import type { CellKind, CellValue, NameLimit } from '@recto/provider-spec/database-connector'
import { columnModes, type TableDestination } from '../../workflows/workflows.port.ts'
import { shortenName } from './column-names.ts'
import type { Delivery } from './delivery.ts'

/** A cell before it is converted to the type of its column. */
export type CellContent = CellValue | ExactNumber

type DeliveredCell = {
  /** Type of the column, if it is new. */
  readonly kind: CellKind
  readonly value: CellContent
  /** Whether an existing table gets the column if it has none. */
  readonly canBeAdded: boolean
}
export type DeliveredRow = ReadonlyMap<string, DeliveredCell>

type Values = Readonly<Record<string, unknown>>

/** Facts about the origin of a file by their names. */
type SourceFacts = Readonly<Record<string, string>>

/** The part of a tool's result that is written to a table. */
export type TableResult = {
  readonly output?: Values
  readonly evidence?: Values
  readonly metadata?: Values & {
    readonly confidence?: Values
    readonly errors?: Values
    readonly source?: SourceFacts
  }
}

type RowInput = {
  readonly file: Delivery['file']
  readonly settings: TableDestination
  readonly result: TableResult
  /** Types of the prompts by their keys. */
  readonly fieldTypes: ReadonlyMap<string, string>
  readonly nameLimit: NameLimit | undefined
}

/** Builds the row of a file. The names of its columns are short enough for the database. */
export function buildRow(input: RowInput): DeliveredRow {
  const { file, settings, result, nameLimit } = input
  const { includeAgent, agentName, includeTimestamp, columnMode, singleColumnName } = settings
  const { output = {} } = result
  const fields: [string, DeliveredCell][] =
    columnMode === columnModes[0]
      ? [[singleColumnName, fixedCell('text', JSON.stringify(output))]]
      : buildFieldCells(input)
  const fixedCells: [string, DeliveredCell][] = [
    ['id', fixedCell('text', buildRowId(file, settings))],
    ['created_by', fixedCell('text', includeAgent ? agentName : null)],
    ['created_at', fixedCell('time', includeTimestamp ? new Date() : null)],
    [settings.filePath, fixedCell('text', file.file_path ?? file.file_name)],
    [settings.executionId, fixedCell('text', file.execution_id)],
  ]
  const takenNames = new Set([...fields, ...fixedCells].map(([name]) => name.toLowerCase()))
  const optionalCells = buildOptionalCells(settings, result).map(([name, cell]) => [
    findFreeName(name, takenNames),
    cell,
  ]) satisfies [string, DeliveredCell][]
  return new Map(
    [...fields, ...optionalCells, ...fixedCells].map(([name, cell]) => [
      shortenName(name, nameLimit),
      cell,
    ]),
  )
}

export const fixedCell = (kind: CellKind, value: CellContent): DeliveredCell => ({
  kind,
  value,
  canBeAdded: false,
})

export const addableCell = (kind: CellKind, value: CellContent): DeliveredCell => ({
  kind,
  value,
  canBeAdded: true,
})

/** Lists the cells of the fields, each followed by its confidence and its page. */
function buildFieldCells({ settings, result, fieldTypes }: RowInput): [string, DeliveredCell][] {
  const { output = {}, evidence = {}, metadata = {} } = result
  const { includeConfidence, includePage } = settings
  const takenNames = new Set(Object.keys(output).map((name) => name.toLowerCase()))
  return Object.entries(output).flatMap(([name, value]) => {
    const cells: [string, DeliveredCell][] = [[name, buildFieldCell(value, fieldTypes.get(name))]]
    if (includeConfidence) {
      const confidence = metadata.confidence?.[name]
      const cell = addableCell('number', typeof confidence === 'number' ? confidence : null)
      cells.push([findFreeName(`${name}_confidence`, takenNames), cell])
    }
    if (includePage) {
      const cell = addableCell('whole', findPage(evidence[name]))
      cells.push([findFreeName(`${name}_page`, takenNames), cell])
    }
    return cells
  })
}

function buildOptionalCells(
  { includeStatus, includeMetadata, includeSource }: TableDestination,
  { metadata = {} }: TableResult,
): [string, DeliveredCell][] {
  const cells: [string, DeliveredCell][] = []
  if (includeStatus) {
    const errors = Object.entries(metadata.errors ?? {}).map(([key, text]) => `${key}: ${text}`)
    cells.push(['status', addableCell('text', errors.length > 0 ? 'ERROR' : 'SUCCESS')])
    cells.push(['error_message', addableCell('text', errors.join('\n') || null)])
  }
  if (includeMetadata) cells.push(['metadata', addableCell('json', JSON.stringify(metadata))])
  if (includeSource) cells.push(...buildSourceCells(metadata.source))
  return cells
}

const buildSourceCells = (source: SourceFacts = {}): [string, DeliveredCell][] =>
  Object.entries(source).map(([name, value]) => [
    `source_${name}`,
    addableCell(name === 'date' ? 'time' : 'text', value),
  ])

/** Finds the first page, counted from 1, that supports a value or a part of it. */
export function findPage(evidence: unknown): number | null {
  if (typeof evidence !== 'object' || evidence === null) return null
  if ('page' in evidence && typeof evidence.page === 'number') return evidence.page + 1
  const pages = Object.values(evidence)
    .map(findPage)
    .filter((page) => page !== null)
  return pages.length > 0 ? Math.min(...pages) : null
}

/** Returns an id per file and run or, if a later run replaces the row, an id per file. */
function buildRowId(
  { id, file_path }: Delivery['file'],
  { replaceRowsOfFile }: TableDestination,
): string {
  if (!replaceRowsOfFile || file_path === null) return id
  const hash = createHash('sha256').update(file_path).digest('hex')
  const part = (from: number, to: number) => hash.slice(from, to)
  return [part(0, 8), part(8, 12), `8${part(13, 16)}`, `8${part(17, 20)}`, part(20, 32)].join('-')
}

/** Converts one value to the cell of its own column. */
function buildFieldCell(value: unknown, type: string | undefined): DeliveredCell {
  const kind = findKind(value, type)
  if (value === null || value === undefined) return addableCell(kind, null)
  if (isContainer(value)) return addableCell(kind, JSON.stringify(value))
  return addableCell(kind, value as CellContent)
}

const kindsByType: Readonly<Record<string, CellKind>> = {
  number: 'decimal',
  boolean: 'truth',
  date: 'date',
  json: 'json',
  'line-item': 'json',
  table: 'json',
  record: 'json',
}

/**
 * Finds the type of a new column by the type of the prompt. A value that would not fit, such as one
 * that a person has corrected to a text, decides for itself.
 */
function findKind(value: unknown, type: string | undefined): CellKind {
  const declaredKind = kindsByType[type ?? ''] ?? 'text'
  if (value === null || value === undefined || declaredKind === 'json') return declaredKind
  if (isContainer(value)) return 'json'
  if (isAnyNumber(value)) return 'decimal'
  if (typeof value === 'boolean') return 'truth'
  if (declaredKind !== 'date') return 'text'
  if (/^\d{4}-\d{2}-\d{2}$/.test(String(value))) return 'date'
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(String(value)) ? 'time' : 'text'
}
