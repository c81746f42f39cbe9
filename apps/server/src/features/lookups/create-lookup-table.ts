import {
  type LookupColumn,
  type LookupColumnType,
  lookupTableLimits,
} from '@recto/contract/lookups/lookup-tables'
import { badRequest, conflict, invalid } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction, type Tenant } from '../../platform/db/database.ts'
import type { Upload } from '../../platform/files/upload.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import {
  countLookupTables,
  findLookupTable,
  insertLookupTable,
  type LookupTableRow,
} from './rows/lookup-tables.store.ts'
import { inferColumns } from './upload/infer-columns.ts'
import { openTableFile, type TableFile, type TableFileRow } from './upload/read-table-file.ts'
import { saveVersion } from './upload/save-version.ts'

type CreateLookupTableRequest = {
  readonly actor: Actor
  readonly name: string
  /** The column whose value identifies a row; the first one when absent. */
  readonly key?: string | undefined
  /** The types that somebody chose; others follow from the names and values of the columns. */
  readonly columns?: readonly LookupColumn[] | undefined
  readonly file: Upload | undefined
}

/** Rows from which the types of the columns follow. */
const sampleRows = 200

/** Creates a lookup table with the rows of a file as its first version. */
export async function createLookupTable(
  ctx: Pick<Context, 'db' | 'files' | 'reader'>,
  { actor, name, key, columns: chosenColumns = [], file }: CreateLookupTableRequest,
): Promise<LookupTableRow> {
  if (!file) throw invalid('file', 'No file was submitted.', 'required')
  const tableFile = await openTableFile(ctx, file)
  const layout = await planTable(tableFile, { key, chosenColumns })
  return inTransaction(tenantOf(ctx, actor), (tenant) =>
    insertTable(tenant, actor, { ...layout, name, fileName: file.name }),
  )
}

type PlannedTable = Pick<TableFile, 'names' | 'rows'> & {
  readonly keyColumn: string
  readonly columns: readonly LookupColumn[]
  /** The cells of the first rows. */
  readonly sample: readonly (readonly string[])[]
}

type TableChoices = {
  readonly key?: string | undefined
  readonly chosenColumns?: readonly LookupColumn[]
}

/** Reads the first rows, and derives the types of the columns from them; `rows` still begins with them. */
export async function planTable(
  { names, rows }: Pick<TableFile, 'names' | 'rows'>,
  { key, chosenColumns = [] }: TableChoices,
): Promise<PlannedTable> {
  const keyColumn = key ?? names[0] ?? ''
  if (!names.includes(keyColumn)) throw invalid('key', `The file has no column “${keyColumn}”.`)
  const chosenTypes = readChosenTypes(chosenColumns, names)
  const { sample, all } = await readAhead(rows)
  const columns = inferColumns({ names, keyColumn, sample, chosenTypes })
  return { names, keyColumn, columns, sample, rows: all }
}

type TableToInsert = PlannedTable & {
  readonly name: string
  readonly fileName: string
  readonly emptyText?: string
}

/** Inserts a table with its first version and its audit entry, within the transaction of the caller. */
export async function insertTable(
  tenant: Tenant,
  actor: Actor,
  { name, keyColumn, columns, fileName, ...rows }: TableToInsert,
): Promise<LookupTableRow> {
  if ((await countLookupTables(tenant)) >= lookupTableLimits.tables) {
    throw badRequest(`An organization can have ${lookupTableLimits.tables} lookup tables.`)
  }
  const { userId: createdBy } = actor
  const table = await insertLookupTable(tenant, { name, keyColumn, columns, createdBy })
  if (!table)
    throw badRequest(`A lookup table with the name “${name}” already exists.`, { attr: 'name' })
  const version = await saveVersion(tenant, { ...rows, table, fileName, createdBy })
  await recordChange(tenant, actor, {
    action: 'lookup-table.created',
    subject: { type: 'lookup-table', id: table.id, name },
    after: { file: fileName, rows: version.row_count, key: keyColumn },
  })
  const savedTable = await findLookupTable(tenant, table.id)
  if (!savedTable) throw conflict(`“${name}” was deleted in the meantime.`)
  return savedTable
}

function readChosenTypes(
  columns: readonly LookupColumn[],
  names: readonly string[],
): ReadonlyMap<string, LookupColumnType> {
  columns.forEach(({ name, type }, index) => {
    if (!names.includes(name)) {
      throw invalid(`columns.${index}.name`, `The file has no column “${name}”.`)
    }
    const isSingle = type === 'name' || type === 'postcode' || type === 'city'
    const firstOfType = columns.findIndex((column) => column.type === type && column.name !== name)
    if (isSingle && firstOfType >= 0 && firstOfType < index) {
      throw invalid(
        `columns.${index}.type`,
        `Only one column of a table can have the type ${type}.`,
      )
    }
  })
  return new Map(columns.map(({ name, type }) => [name, type]))
}

/** Reads the first rows; `all` begins with them. */
async function readAhead(rows: AsyncIterable<TableFileRow>) {
  const iterator = rows[Symbol.asyncIterator]()
  const firstRows: TableFileRow[] = []
  while (firstRows.length < sampleRows) {
    const next = await iterator.next()
    if (next.done) break
    firstRows.push(next.value)
  }
  async function* readAll(): AsyncGenerator<TableFileRow> {
    yield* firstRows
    for (let next = await iterator.next(); !next.done; next = await iterator.next())
      yield next.value
  }
  return { sample: firstRows.map(({ cells }) => cells), all: readAll() }
}
