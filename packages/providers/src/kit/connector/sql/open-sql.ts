import { omitUndefined } from '@recto/omit-undefined'
import type {
  DatabaseConnector,
  NewColumn,
  ReadLimits,
  RowsPage,
  TableColumn,
  TableName,
  TableRights,
} from '@recto/provider-spec/database-connector'
import type { ConnectorCall } from '../connector-call.ts'
import { ServiceFailure } from '../service-failure.ts'
import { cellKindOf } from './cell-kind.ts'
import type { Dialect, ResultRow, SqlSession, Statement } from './dialect.ts'
import { digitLimitsOf } from './digit-limits.ts'
import { insertRows, replaceTogether } from './insert-rows.ts'
import { readSelectStatement } from './select-statement.ts'
import { createSessionPool, type SessionPool } from './session-pool.ts'

type SqlBackend = {
  readonly dialect: Dialect
  readonly call: ConnectorCall
  /** Connects. The signal ends the connection. */
  connect(signal: AbortSignal): Promise<SqlSession>
}

const tablesAtOnce = 1000

/** Opens a database of any dialect as a connector. */
export function openSql({ dialect, call, connect }: SqlBackend): DatabaseConnector {
  const nameOf = ({ schema = dialect.schema, name }: TableName) =>
    schema === undefined ? dialect.quote(name) : `${dialect.quote(schema)}.${dialect.quote(name)}`

  const { use: withSession, close } = createSessionPool(connect)

  async function columnsOf(
    session: SqlSession,
    table: TableName,
  ): Promise<readonly TableColumn[] | undefined> {
    const rows = await session.run(dialect.columns({ schema: dialect.schema, ...table }))
    if (rows.length === 0) return undefined
    return rows.map((row) => toColumn(dialect, lowerCaseKeys(row)))
  }

  const targetOf = (session: SqlSession, table: TableName): SqlTarget => ({
    session,
    dialect,
    name: nameOf(table),
    columns: () => columnsOf(session, table),
  })

  return {
    ...omitUndefined({
      nameLimit: dialect.nameLimit,
      widenColumn: makeWidenColumn({ dialect, call, nameOf, withSession }),
      replaceRows: makeReplaceRows({ dialect, call, withSession, targetOf }),
      readRows: makeReadRows({ dialect, call, connect, nameOf, columnsOf }),
    }),
    check: (options) =>
      call.step(options, (signal) =>
        withSession(signal, async (session) => {
          await session.run(dialect.tables({ limit: 1, offset: 0 }))
          await assertSchemaExists(session, dialect)
        }),
      ),
    listTables: (options) =>
      call.stream(options, async function* (signal) {
        for (let offset = 0; ; offset += tablesAtOnce) {
          const statement = dialect.tables({ limit: tablesAtOnce, offset })
          const rows = await withSession(signal, (session) => session.run(statement))
          yield rows.map(lowerCaseKeys).map(({ schema, name }) => ({
            schema: schema === null || schema === undefined ? null : String(schema),
            name: String(name),
          }))
          if (rows.length < tablesAtOnce) return
        }
      }),
    listColumns: (table, options) =>
      call.step(options, (signal) => withSession(signal, (session) => columnsOf(session, table))),
    findRights: (table, options) =>
      call.step(options, (signal) =>
        withSession(signal, (session) =>
          findRights(session, dialect, { ...table, schema: table.schema ?? dialect.schema }),
        ),
      ),
    addColumns: (table, columns, options) =>
      call.step(options, (signal) =>
        withSession(signal, async (session) => {
          const target = targetOf(session, table)
          for (const column of columns) await addColumn(target, column)
        }),
      ),
    createTable: (table, columns, options) =>
      call.step(options, (signal) =>
        withSession(signal, async (session) => {
          const creation = (columnList: string) =>
            dialect.createTable(table, nameOf(table), columnList)
          await createOnce(session, dialect, creation, { columns, key: options?.key ?? [] })
        }),
      ),
    insert: (table, rows, options) => {
      if (rows.length === 0) return Promise.resolve()
      return call.step(options, (signal) =>
        withSession(signal, (session) => insertRows(targetOf(session, table), rows, options?.key)),
      )
    },
    close,
  }
}

/** A table in a session. */
type SqlTarget = {
  readonly session: SqlSession
  readonly dialect: Dialect
  /** Quoted table name for a statement. */
  readonly name: string
  columns(): Promise<readonly TableColumn[] | undefined>
}

type ReplacingBackend = Pick<SqlBackend, 'dialect' | 'call'> & {
  readonly withSession: SessionPool['use']
  targetOf(session: SqlSession, table: TableName): SqlTarget
}

function makeReplaceRows({
  dialect,
  call,
  withSession,
  targetOf,
}: ReplacingBackend): DatabaseConnector['replaceRows'] {
  const { atomic } = dialect
  if (atomic.by !== 'transaction') return undefined
  return (replacements, options) =>
    call.step(options, (signal) =>
      withSession(signal, (session) =>
        replaceTogether(
          replacements.map((one) => ({ ...one, target: targetOf(session, one.table) })),
          session,
          { ...dialect, atomic },
        ),
      ),
    )
}

type TableNaming = { nameOf(table: TableName): string }

type ColumnListing = {
  columnsOf(session: SqlSession, table: TableName): Promise<readonly TableColumn[] | undefined>
}

function makeWidenColumn({
  dialect: { widenColumn: widen, quote },
  call,
  nameOf,
  withSession,
}: Pick<SqlBackend, 'dialect' | 'call'> &
  TableNaming & { readonly withSession: SessionPool['use'] }): DatabaseConnector['widenColumn'] {
  if (!widen) return undefined
  return (table, column, options) =>
    call.step(options, (signal) =>
      withSession(signal, async (session) => {
        await session.run({ sql: widen(nameOf(table), quote(column)), values: [] })
      }),
    )
}

function makeReadRows({
  dialect,
  call,
  connect,
  nameOf,
  columnsOf,
}: SqlBackend & TableNaming & ColumnListing): DatabaseConnector['readRows'] {
  const { reads: rules } = dialect
  if (!rules) return undefined
  return (query, { signal, ...limits }) =>
    call.stream(omitUndefined({ signal }), async function* (lifetime) {
      // Checked before anything is connected.
      const select =
        'statement' in query
          ? readSelectStatement(query.statement, rules)
          : (session: SqlSession) =>
              selectTable(session, query.table, { dialect, nameOf, columnsOf })
      // A session of its own, because reading changes its settings.
      const session = await connect(lifetime)
      yield* readAndEnd(session, select, limits)
    })
}

async function* readAndEnd(
  session: SqlSession,
  select: string | ((session: SqlSession) => Promise<string>),
  limits: ReadLimits,
): AsyncGenerator<RowsPage> {
  try {
    const statement = typeof select === 'string' ? select : await select(session)
    if (session.read) yield* session.read(statement, limits)
  } finally {
    await session.end().catch(() => undefined)
  }
}

type TableReading = TableNaming & ColumnListing & { readonly dialect: Dialect }

/** Builds the statement that selects a table, whose columns are only named where some must be converted. */
async function selectTable(
  session: SqlSession,
  table: TableName,
  { dialect: { asText, quote }, nameOf, columnsOf }: TableReading,
): Promise<string> {
  const columns = asText ? await columnsOf(session, table) : undefined
  const selected = columns?.map((one) => {
    const column = quote(one.name)
    const textExpression = asText?.(column, one)
    return textExpression === undefined ? column : `${textExpression} as ${column}`
  })
  return `select ${selected?.join(', ') ?? '*'} from ${nameOf(table)}`
}

function toColumn(dialect: Dialect, row: ResultRow): TableColumn {
  const { name, type, nullable } = row
  const kind = cellKindOf(String(type))
  const digits = digitLimitsOf(dialect, { row, kind })
  const roundsJson = (kind === 'json' && dialect.roundsJson) || undefined
  return {
    name: String(name),
    type: String(type),
    kind,
    isNullable: nullable === 'YES',
    ...omitUndefined({ digits, roundsJson }),
  }
}

async function assertSchemaExists(
  session: SqlSession,
  { schema, findSchema }: Dialect,
): Promise<void> {
  if (!findSchema) return
  const rows = await session.run(findSchema)
  if (rows.length === 0) {
    throw new ServiceFailure('refused', `The schema “${schema}” does not exist. Check “Schema”.`)
  }
}

async function findRights(
  session: SqlSession,
  dialect: Dialect,
  table: TableName,
): Promise<TableRights | undefined> {
  const statement = dialect.rights?.(table)
  if (!statement) return undefined
  const [row] = await session.run(statement)
  if (!row) throw new ServiceFailure('not-found', `The schema “${table.schema}” does not exist.`)
  const { cancreate, canaddcolumns } = lowerCaseKeys(row)
  const isGranted = (right: unknown) => (right === null ? null : Number(right) === 1)
  return { canCreate: isGranted(cancreate), canAddColumns: isGranted(canaddcolumns) }
}

async function addColumn(
  { session, dialect, name, columns }: SqlTarget,
  column: NewColumn,
): Promise<void> {
  const definition = `${dialect.quote(column.name)} ${dialect.types[column.kind]}`
  const sql =
    dialect.addColumn?.(name, definition) ?? `alter table ${name} add column ${definition}`
  try {
    await session.run({ sql, values: [] })
  } catch (error) {
    // Another connection may have added the column concurrently.
    const names = (await columns())?.map((one) => one.name.toLowerCase()) ?? []
    if (!names.includes(column.name.toLowerCase())) throw error
  }
}

type NewTable = {
  readonly columns: readonly NewColumn[]
  readonly key: readonly string[]
}

async function createOnce(
  session: SqlSession,
  dialect: Dialect,
  creationOf: (columnList: string) => Statement,
  { columns, key }: NewTable,
): Promise<void> {
  const columnDefinitions = columns.map(({ name, kind }) => {
    const isKeyText = kind === 'text' && key.includes(name)
    const type = (isKeyText && dialect.keyText) || dialect.types[kind]
    return `${dialect.quote(name)} ${type}`
  })
  if (key.length > 0) {
    const keyList = key.map(dialect.quote).join(', ')
    columnDefinitions.push(`primary key (${keyList})${dialect.afterKey ?? ''}`)
  }
  const creation = creationOf(columnDefinitions.join(', '))
  // Another connection may have created the table concurrently; in that case it exists.
  await session.run(creation).catch((error: unknown) => {
    if (!dialect.isConflict(error)) throw error
    return session.run(creation)
  })
}

/** Lower-cases column names, which some services return in capitals. */
const lowerCaseKeys = (row: ResultRow): ResultRow =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]))
