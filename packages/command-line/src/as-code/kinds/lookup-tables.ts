import { CallRefused } from '@recto/client/deployment'
import type { LookupSource, LookupSourceState } from '@recto/contract/lookups/lookup-sources'
import {
  LookupColumn,
  type LookupTable,
  lookupTableLimits,
} from '@recto/contract/lookups/lookup-tables'
import { z } from 'zod'
import type { Inventory, ObjectKind, StoredObject, Values } from '../kind.ts'
import { isSame } from '../values.ts'
import { parseSpec } from './settings.ts'

/** A larger table is not part of its file. */
const maxRowsOfFile = 1000

const Cell = z.string().max(lookupTableLimits.charactersOfCell)

const AddressSource = z.strictObject({
  kind: z.literal('address'),
  url: z.string().min(1).max(4000),
  items_path: z.string().max(255).default(''),
  header: z
    .strictObject({ name: z.string().min(1).max(100), value: z.string().min(1).max(8000) })
    .nullable()
    .default(null),
})

const DatabaseSource = z.strictObject({
  kind: z.literal('database'),
  /** The name of the connector. */
  connector: z.string().min(1).max(255),
  table: z
    .strictObject({
      schema: z.string().max(255).nullable().default(null),
      name: z.string().min(1).max(255),
    })
    .nullable()
    .default(null),
  query: z.string().max(20_000).nullable().default(null),
})

const Spec = z.strictObject({
  /** The column whose value identifies a row. */
  key: z.string().min(1).max(255),
  columns: z.array(LookupColumn.strict()).min(1).max(lookupTableLimits.columns),
  /**
   * The texts of the cells of each row, in the order of the columns; null if they come from the source, or if the table
   * has more than 1,000 and was uploaded.
   */
  rows: z
    .array(z.array(Cell).max(lookupTableLimits.columns))
    .max(maxRowsOfFile)
    .overwrite(sortRows)
    .nullable()
    .default(null),
  source: z.discriminatedUnion('kind', [AddressSource, DatabaseSource]).nullable().default(null),
  cron_string: z.string().max(255).nullable().default(null),
  time_zone: z.string().max(255).default('UTC'),
  shared_with_organization: z.boolean().default(false),
})
type Spec = z.output<typeof Spec>

/** The order of the rows says nothing. */
function sortRows(rows: readonly string[][]): string[][] {
  const texts = rows.map((row) => [JSON.stringify(row), row] as const)
  return texts.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

async function readRows({ platform }: Inventory, { id, row_count }: LookupTable) {
  if (row_count > maxRowsOfFile) return null
  const query = new URLSearchParams({ page_size: String(maxRowsOfFile) })
  const { results } = await platform.send<{ results: readonly { cells: string[] }[] }>(
    'GET',
    `lookup-tables/${id}/rows/?${query}`,
  )
  return sortRows(results.map(({ cells }) => cells))
}

function toSource(source: LookupSource): Values {
  if (source.kind === 'address') return { ...source }
  const { kind, connector_name: connector, table, query } = source
  return { kind, connector, table, query }
}

async function readTable(inventory: Inventory, table: LookupTable): Promise<StoredObject> {
  const { id, name } = table
  const state = await inventory.platform.send<LookupSourceState>(
    'GET',
    `lookup-tables/${id}/source/`,
  )
  const { source } = state
  const spec = {
    key: table.key_column,
    columns: table.columns,
    rows: state.kind === 'upload' ? await readRows(inventory, table) : null,
    source: source && toSource(source),
    cron_string: state.cron_string,
    time_zone: state.time_zone,
    shared_with_organization: table.shared_to_org,
  }
  const hasHeader = source?.kind === 'address' && source.header !== null
  const secrets = new Map(hasHeader ? [['source.header.value', undefined]] : [])
  return { kind: 'lookup-table', name, id, spec, secrets }
}

const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')

type Upload = {
  readonly path: string
  readonly spec: Spec
  readonly fields: Readonly<Record<string, string>>
}

function uploadRows<Reply>(
  { platform }: Inventory,
  { path, spec, fields }: Upload,
): Promise<Reply> {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  const names = spec.columns.map(({ name }) => name)
  const content = toCsv([names, ...(spec.rows ?? [])])
  form.append('file', new Blob([content], { type: 'text/csv' }), 'rows.csv')
  return platform.upload<Reply>(path, form)
}

/** Returns the source as it is sent, or null. */
function toSentSource(inventory: Inventory, { source }: Spec): Values | null {
  if (source?.kind !== 'database') return source
  const { connector, ...rest } = source
  return { ...rest, connector_id: inventory.getId('connector', connector) }
}

const toSchedule = ({ cron_string, time_zone }: Spec) => ({ cron_string, time_zone })

async function createTable(inventory: Inventory, name: string, spec: Spec): Promise<LookupTable> {
  const { platform } = inventory
  const source = toSentSource(inventory, spec)
  if (spec.rows) {
    const fields = { name, key: spec.key, columns: JSON.stringify(spec.columns) }
    return uploadRows<LookupTable>(inventory, { path: 'lookup-tables/', spec, fields })
  }
  if (!source) {
    const problem = `rows: The file has no rows. Upload the table “${name}” to the server first.`
    throw new CallRefused(409, problem)
  }
  const body = { name, key: spec.key, source, ...toSchedule(spec) }
  const table = await platform.send<LookupTable>('POST', 'lookup-tables/from-source/', body)
  if (isSame(table.columns, spec.columns)) return table
  const problem =
    'columns: Those of the source differ now. The table was created with them: pull it.'
  throw new CallRefused(409, problem)
}

/** Sets what differs: the rows as a new version, and the source, which is then read. */
async function changeTable(inventory: Inventory, spec: Spec, { id, spec: current }: StoredObject) {
  const { platform } = inventory
  const source = toSentSource(inventory, spec)
  if (source) {
    await platform.send('PUT', `lookup-tables/${id}/source/`, { source, ...toSchedule(spec) })
    const { header: _, ...settings } = { header: null, ...(spec.source ?? {}) }
    const { header: __, ...currentSettings } = {
      header: null,
      ...(current.source as Values | null),
    }
    if (!isSame(settings, currentSettings))
      await platform.send('POST', `lookup-tables/${id}/refreshes/`, {})
  } else if (current.source !== null) {
    await platform.send('DELETE', `lookup-tables/${id}/source/`)
  }
  if (spec.rows && !isSame(spec.rows, current.rows))
    await uploadRows(inventory, { path: `lookup-tables/${id}/versions/`, spec, fields: {} })
}

export const lookupTableKind: ObjectKind = {
  kind: 'lookup-table',
  folder: 'lookup-tables',
  spec: Spec.refine(({ rows, source }) => rows === null || source === null, {
    path: ['rows'],
    error: 'A table with a source gets its rows from there.',
  }).refine(({ rows, columns }) => rows?.every((row) => row.length === columns.length) ?? true, {
    path: ['rows'],
    error: 'Each row needs a cell for each column.',
  }),
  async list(inventory) {
    const tables = await inventory.platform.send<LookupTable[]>('GET', 'lookup-tables/')
    const objects: StoredObject[] = []
    for (const table of tables) objects.push(await readTable(inventory, table))
    return objects
  },
  references({ spec }) {
    const { source } = parseSpec(Spec, spec)
    if (source?.kind !== 'database') return []
    return [{ kind: 'connector', key: source.connector, field: 'source.connector' }]
  },
  findSecretFields: () => Promise.resolve(['source.header.value']),
  findFixedField: (desiredObject, storedObject) =>
    ['key', 'columns'].find(
      (field) => !isSame(desiredObject.spec[field], storedObject.spec[field]),
    ),
  async save(inventory, desiredObject, storedObject) {
    const { name } = desiredObject
    const spec = parseSpec(Spec, desiredObject.spec)
    const { id } = storedObject ?? (await createTable(inventory, name, spec))
    if (storedObject) await changeTable(inventory, spec, storedObject)
    const isShared = spec.shared_with_organization
    if (isShared !== (storedObject?.spec.shared_with_organization ?? false)) {
      const body = { shared_to_org: isShared }
      await inventory.platform.send('POST', `lookup-tables/${id}/share/`, body)
    }
    return id
  },
  remove: ({ platform }, { id }) => platform.send('DELETE', `lookup-tables/${id}/`),
}
