import type {
  CellKind,
  DatabaseConnector,
  TableColumn,
  TableName,
} from '@recto/provider-spec/database-connector'
import type { ConnectorCall } from '../connector-call.ts'
import { cellKindOf } from './cell-kind.ts'
import type { Dialect, FoundRow, SqlSession, Statement } from './dialect.ts'
import { insertRows } from './insert-rows.ts'
import { openKeptSessions } from './kept-sessions.ts'

type Needs = {
  readonly dialect: Dialect
  readonly call: ConnectorCall
  /** The connection ends with its signal. */
  connect(signal: AbortSignal): Promise<SqlSession>
}

const tablesAtOnce = 1000

/** A database of any dialect. */
export function openSql({ dialect, call, connect }: Needs): DatabaseConnector {
  const nameOf = ({ schema = dialect.schema, name }: TableName) =>
    schema === undefined ? dialect.quote(name) : `${dialect.quote(schema)}.${dialect.quote(name)}`

  const { within: withSession, close } = openKeptSessions(connect)

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
        withSession(signal, async (session) => {
          await session.run(dialect.tables({ limit: 1, offset: 0 }))
        }),
      ),
    listTables: (options) =>
      call.stream(options, async function* (signal) {
        for (let offset = 0; ; offset += tablesAtOnce) {
          const asked = dialect.tables({ limit: tablesAtOnce, offset })
          const rows = await withSession(signal, (session) => session.run(asked))
          yield rows.map(lowered).map(({ schema, name }) => ({
            schema: schema === null || schema === undefined ? null : String(schema),
            name: String(name),
          }))
          if (rows.length < tablesAtOnce) return
        }
      }),
    listColumns: (table, options) =>
      call.step(options, (signal) => withSession(signal, (session) => columnsOf(session, table))),
    createTable: (table, columns, options) =>
      call.step(options, (signal) =>
        withSession(signal, async (session) => {
          const creation = (drawn: string) => dialect.createTable(table, nameOf(table), drawn)
          await createOnce(session, dialect, creation, { columns, key: options?.key ?? [] })
        }),
      ),
    insert: (table, rows, options) => {
      if (rows.length === 0) return Promise.resolve()
      return call.step(options, (signal) =>
        withSession(signal, (session) => {
          const known = () => columnsOf(session, table)
          const into = { session, dialect, name: nameOf(table), columns: known }
          return insertRows(into, rows, options?.key)
        }),
      )
    },
    close,
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
  if (key.length > 0) {
    const named = key.map(dialect.quote).join(', ')
    drawn.push(`primary key (${named})${dialect.afterKey ?? ''}`)
  }
  const creation = creationOf(drawn.join(', '))
  // Another connection may have created the table concurrently; in that case it exists.
  await session.run(creation).catch((error: unknown) => {
    if (!dialect.isTaken(error)) throw error
    return session.run(creation)
  })
}

/** Some services write the names of columns in capitals. */
const lowered = (row: FoundRow): FoundRow =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]))
