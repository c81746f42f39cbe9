import type {
  CellKind,
  CellValue,
  DatabaseConnector,
  NewRow,
  TableColumn,
  TableName,
} from '@recto/provider-spec/database-connector'
import type { ConnectorCall } from '../connector-call.ts'
import { ServiceFailure } from '../service-failure.ts'
import { cellKindOf } from './cell-kind.ts'

type Statement = { readonly sql: string; readonly values: readonly CellValue[] }

/** A connection, or what stands for one. */
export type SqlSession = {
  run(statement: Statement): Promise<readonly Readonly<Record<string, unknown>>[]>
  end(): Promise<void>
}

/** What differs between the services that speak SQL. */
export type Dialect = {
  /** Takes any name, whatever stands in it. */
  quote(name: string): string
  /** What stands for the value of that number, from 1. */
  value(index: number, kind: CellKind): string
  readonly types: Readonly<Record<CellKind, string>>
  /** A text that is part of a key, where that is another type. */
  readonly keyText?: string
  /** Whether a row was refused because one with its key is there, or is being written. */
  isTaken(error: unknown): boolean
  /** Rows with `schema` and `name`, ordered by both. */
  tables(page: { readonly limit: number; readonly offset: number }): Statement
  /** Rows with `name`, `type` and `nullable` (YES or NO), in the table's order. */
  columns(table: TableName): Statement
  createTable(table: TableName, name: string, columns: string): Statement
  /** How rows are added at once: within a transaction, or in one statement where there is none. */
  readonly atomic:
    | { readonly by: 'transaction'; readonly begin?: string; commit: string; rollback: string }
    | { readonly by: 'merge'; readonly fromDual?: string }
  /** Values that one statement may have. */
  readonly mostValues: number
  /** The schema where none is said. */
  readonly schema?: string | undefined
  /** The largest number of rows that one statement adds, where values are not the only bound. */
  readonly mostRows?: number
}

type Needs = {
  readonly dialect: Dialect
  readonly call: ConnectorCall
  /** A new connection for each call: none is kept that the service may close behind our back. */
  connect(signal: AbortSignal): Promise<SqlSession>
}

const tablesAtOnce = 1000

/** A database of any dialect. */
export function openSql({ dialect, call, connect }: Needs): DatabaseConnector {
  const nameOf = ({ schema = dialect.schema, name }: TableName) =>
    schema === undefined ? dialect.quote(name) : `${dialect.quote(schema)}.${dialect.quote(name)}`

  async function within<T>(
    signal: AbortSignal,
    run: (session: SqlSession) => Promise<T>,
  ): Promise<T> {
    const session = await connect(signal)
    try {
      return await run(session)
    } finally {
      await session.end().catch(() => undefined)
    }
  }

  async function columnsOf(
    session: SqlSession,
    table: TableName,
  ): Promise<readonly TableColumn[] | undefined> {
    const rows = await session.run(dialect.columns({ schema: dialect.schema, ...table }))
    if (rows.length === 0) return undefined
    return rows.map((row) => {
      const { name, type, nullable } = lowered(row)
      const kind = cellKindOf(String(type))
      return { name: String(name), type: String(type), kind, isNullable: nullable === 'YES' }
    })
  }

  return {
    check: (options) =>
      call.step(options, (signal) =>
        within(signal, async (session) => {
          await session.run(dialect.tables({ limit: 1, offset: 0 }))
        }),
      ),
    listTables: (options) =>
      call.stream(options, async function* (signal) {
        for (let offset = 0; ; offset += tablesAtOnce) {
          const asked = dialect.tables({ limit: tablesAtOnce, offset })
          const rows = await within(signal, (session) => session.run(asked))
          yield rows.map(lowered).map(({ schema, name }) => ({
            schema: schema === null || schema === undefined ? null : String(schema),
            name: String(name),
          }))
          if (rows.length < tablesAtOnce) return
        }
      }),
    listColumns: (table, options) =>
      call.step(options, (signal) => within(signal, (session) => columnsOf(session, table))),
    createTable: (table, columns, options) =>
      call.step(options, (signal) =>
        within(signal, async (session) => {
          const made = { columns, key: options?.key ?? [] }
          await createOnce(
            session,
            dialect,
            (drawn) => dialect.createTable(table, nameOf(table), drawn),
            made,
          )
        }),
      ),
    insert: (table, rows, options) => {
      if (rows.length === 0) return Promise.resolve()
      return call.step(options, (signal) =>
        within(signal, (session) =>
          insertAll({ session, dialect, name: nameOf(table) }, rows, options?.key),
        ),
      )
    },
    close: async () => {},
  }
}

type NewTable = {
  readonly columns: readonly { readonly name: string; readonly kind: CellKind }[]
  readonly key: readonly string[]
}

async function createOnce(
  session: SqlSession,
  dialect: Dialect,
  creationOf: (drawn: string) => Statement,
  { columns, key }: NewTable,
): Promise<void> {
  const drawn = columns.map(({ name, kind }) => {
    const isKeyText = kind === 'text' && key.includes(name)
    const type = (isKeyText && dialect.keyText) || dialect.types[kind]
    return `${dialect.quote(name)} ${type}`
  })
  if (key.length > 0) drawn.push(`primary key (${key.map(dialect.quote).join(', ')})`)
  const creation = creationOf(drawn.join(', '))
  // Whoever made it in the same moment was first; by the second time it is there.
  await session.run(creation).catch((error: unknown) => {
    if (!dialect.isTaken(error)) throw error
    return session.run(creation)
  })
}

type Into = { readonly session: SqlSession; readonly dialect: Dialect; readonly name: string }

async function insertAll(
  into: Into,
  rows: readonly NewRow[],
  key: readonly string[] | undefined,
): Promise<void> {
  const columns = columnsIn(rows)
  if (columns.length === 0) throw new ServiceFailure('refused', 'A row without columns is none.')
  const keyed = key?.filter((name) => columns.includes(name)) ?? []
  if (keyed.length !== (key?.length ?? 0)) {
    throw new ServiceFailure('refused', 'Each row needs all columns of its key.')
  }
  const { atomic } = into.dialect
  if (atomic.by === 'merge') await into.session.run(merged(into, rows, columns, keyed))
  else await insertOnce(into, atomic, { rows, columns, key: keyed })
}

type Transaction = Extract<Dialect['atomic'], { by: 'transaction' }>

const tries = 5

/** Whoever wrote the same row in the same moment was first: its row is seen, and replaced, by the next try. */
async function insertOnce(into: Into, atomic: Transaction, rows: Rows): Promise<void> {
  for (let left = rows.key.length > 0 ? tries : 1; ; left--) {
    try {
      return await insertWithin(into, atomic, rows)
    } catch (error) {
      if (left === 1 || !into.dialect.isTaken(error)) throw error
    }
  }
}

type Rows = {
  readonly rows: readonly NewRow[]
  readonly columns: readonly string[]
  readonly key: readonly string[]
}

async function insertWithin(
  into: Into,
  { begin, commit, rollback }: Transaction,
  { rows, columns, key }: Rows,
): Promise<void> {
  const { session, dialect } = into
  if (begin !== undefined) await session.run(plain(begin))
  try {
    for (const row of key.length > 0 ? rows : []) await session.run(deleted(into, row, key))
    for (const some of inBatches(rows, columns.length, dialect)) {
      await session.run(inserted(into, some, columns))
    }
    await session.run(plain(commit))
  } catch (error) {
    await session.run(plain(rollback)).catch(() => undefined)
    throw error
  }
}

const plain = (sql: string): Statement => ({ sql, values: [] })

/** Of all rows: what one of them lacks is null there. */
const columnsIn = (rows: readonly NewRow[]): readonly string[] => [
  ...new Set(rows.flatMap((row) => Object.keys(row))),
]

function inBatches(
  rows: readonly NewRow[],
  width: number,
  { mostValues, mostRows = 1000 }: Dialect,
): readonly (readonly NewRow[])[] {
  const size = Math.max(1, Math.min(mostRows, Math.floor(mostValues / width)))
  const batches = []
  for (let at = 0; at < rows.length; at += size) batches.push(rows.slice(at, at + size))
  return batches
}

function inserted(
  { dialect, name }: Into,
  rows: readonly NewRow[],
  columns: readonly string[],
): Statement {
  const { values, hold } = holder(dialect)
  const tuples = rows.map((row) => `(${columns.map((one) => hold(row[one] ?? null)).join(', ')})`)
  const named = columns.map((one) => dialect.quote(one)).join(', ')
  return { sql: `insert into ${name} (${named}) values ${tuples.join(', ')}`, values }
}

function deleted({ dialect, name }: Into, row: NewRow, key: readonly string[]): Statement {
  const { values, hold } = holder(dialect)
  const same = key.map((one) => `${dialect.quote(one)} = ${hold(row[one] ?? null)}`)
  return { sql: `delete from ${name} where ${same.join(' and ')}`, values }
}

/** All rows, added or replaced by one statement. */
function merged(
  { dialect, name }: Into,
  rows: readonly NewRow[],
  columns: readonly string[],
  key: readonly string[],
): Statement {
  if (rows.length * columns.length > dialect.mostValues) {
    throw new ServiceFailure('refused', `At most ${dialect.mostValues} values are added at once.`)
  }
  const { values, hold } = holder(dialect)
  const selects = rows.map(
    (row) =>
      `select ${columns.map((one) => `${hold(row[one] ?? null)} as ${dialect.quote(one)}`).join(', ')}`,
  )
  const source = selects.join(' union all ')
  const named = columns.map((one) => dialect.quote(one))
  if (key.length === 0) {
    return { sql: `insert into ${name} (${named.join(', ')}) ${source}`, values }
  }
  const rest = columns.filter((one) => !key.includes(one)).map((one) => dialect.quote(one))
  const same = key.map((one) => `t.${dialect.quote(one)} = s.${dialect.quote(one)}`).join(' and ')
  const update =
    rest.length === 0
      ? ''
      : ` when matched then update set ${rest.map((one) => `${one} = s.${one}`).join(', ')}`
  const insert = `insert (${named.join(', ')}) values (${named.map((one) => `s.${one}`).join(', ')})`
  const sql = `merge into ${name} t using (${source}) s on ${same}${update} when not matched then ${insert}`
  return { sql, values }
}

function holder(dialect: Dialect) {
  const values: CellValue[] = []
  const hold = (value: CellValue) => {
    values.push(value)
    return dialect.value(values.length, kindOf(value))
  }
  return { values, hold }
}

function kindOf(value: CellValue): CellKind {
  if (typeof value === 'boolean') return 'truth'
  if (typeof value === 'number') return Number.isInteger(value) ? 'whole' : 'number'
  return value instanceof Date ? 'time' : 'text'
}

/** Some services write the names of columns in capitals. */
const lowered = (row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]))
