import { omitUndefined } from '@recto/omit-undefined'
import type { CellValue, ReadLimits, RowsPage } from '@recto/provider-spec/database-connector'
import type { Connection as StreamingConnection } from 'mysql2'
import type { Connection, RowDataPacket } from 'mysql2/promise'
import type { ConnectorContext } from '../define-connector.ts'
import { ServiceFailure } from '../service-failure.ts'
import type { Dialect, SqlSession } from './dialect.ts'
import { limitPages } from './limit-pages.ts'
import { watchEnd } from './session-pool.ts'
import { mysqlRules } from './statement-rules.ts'

export type MysqlPlace = {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string
  readonly isEncrypted: boolean
}

/** Opens a session with MySQL or MariaDB. */
export async function connectMysql(
  { host, port, database, user, password, isEncrypted }: MysqlPlace,
  { connect }: ConnectorContext,
  signal: AbortSignal,
): Promise<SqlSession> {
  const { createConnection } = await import('mysql2/promise')
  const socket = await connect({ host, port, signal })
  const connection = await createConnection({
    host,
    port,
    database,
    user,
    password,
    stream: () => socket,
    timezone: 'Z',
    ...omitUndefined({ ssl: isEncrypted ? {} : undefined }),
  }).catch((error: unknown) => {
    socket.destroy()
    throw error
  })
  const isOpen = watchEnd(connection)
  return {
    async run({ sql, values }) {
      const [rows] =
        values.length === 0
          ? await connection.query(sql)
          : await connection.execute(sql, values.map(toParameter))
      return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : []
    },
    read: (statement, limits) => limitPages(socket, readStreamed(connection, statement, limits)),
    isOpen,
    async end() {
      await connection.end()
      socket.destroy()
    },
  }
}

const rowsOfPage = 500

async function* readStreamed(
  connection: Connection,
  statement: string,
  { seconds }: ReadLimits,
): AsyncGenerator<RowsPage> {
  const [servers] = await connection.query<RowDataPacket[]>(
    'select version() as version, @@session.sql_mode as modes',
  )
  const [server] = servers
  const isMariadb = String(server?.version).includes('MariaDB')
  // The check of the statement has read a backslash as an escape.
  const modes = String(server?.modes ?? '').split(',')
  await connection.query('set session sql_mode = ?', [
    modes.filter((mode) => mode !== 'NO_BACKSLASH_ESCAPES').join(','),
  ])
  const limit = isMariadb
    ? `max_statement_time = ${seconds}`
    : `max_execution_time = ${seconds * 1000}`
  await connection.query(`set session ${limit}`)
  await connection.query('start transaction read only')
  let names: readonly string[] = []
  let rows: (string | null)[][] = []
  let isComplete = false
  // The types leave out the connection whose results can be streamed.
  const { connection: streamingConnection } = connection as unknown as {
    connection: StreamingConnection
  }
  const query = streamingConnection.query({
    sql: statement,
    rowsAsArray: true,
    // Values stay the texts that the server sends.
    typeCast: (field) => field.string(),
  })
  query.on('fields', (fields: readonly { readonly name: string }[]) => {
    names = fields.map(({ name }) => name)
  })
  try {
    for await (const row of query.stream({ highWaterMark: rowsOfPage })) {
      rows.push(row as (string | null)[])
      if (rows.length < rowsOfPage) continue
      yield { names, rows }
      rows = []
    }
    isComplete = true
    yield { names, rows }
  } finally {
    // The server would send all other rows before it takes another statement.
    if (!isComplete) connection.destroy()
  }
}

/** Booleans are sent as numbers. */
const toParameter = (value: CellValue) => (typeof value === 'boolean' ? Number(value) : value)

/** Two sessions that write the same row may deadlock before either has written it. */
const conflictCodes: ReadonlySet<unknown> = new Set(['ER_DUP_ENTRY', 'ER_LOCK_DEADLOCK'])

export const mysqlDialect = (database: string): Dialect => ({
  quote: (name) => `\`${name.replaceAll('`', '``')}\``,
  value: () => '?',
  types: {
    text: 'longtext',
    whole: 'bigint',
    number: 'double',
    decimal: 'decimal(38,10)',
    truth: 'boolean',
    date: 'date',
    time: 'datetime(3)',
    json: 'json',
  },
  keyText: 'varchar(255)',
  isConflict: (error) => conflictCodes.has((error as { code?: unknown }).code),
  tables: ({ limit, offset }) => ({
    sql: `select table_schema as \`schema\`, table_name as \`name\` from information_schema.tables
      where table_schema = ? order by 1, 2 limit ${Number(limit)} offset ${Number(offset)}`,
    values: [database],
  }),
  columns: (table) => ({
    sql: `select column_name as \`name\`, column_type as \`type\`, is_nullable as \`nullable\`
      from information_schema.columns where table_schema = ? and table_name = ?
      order by ordinal_position`,
    values: [table.schema ?? database, table.name],
  }),
  reads: mysqlRules,
  rights: (table) => selectRights({ schema: table.schema ?? database, name: table.name }),
  createTable: (_, name, columns) => ({
    sql: `create table if not exists ${name} (${columns}) default charset = utf8mb4`,
    values: [],
  }),
  nameLimit: { max: 64, unit: 'characters' },
  roundsJson: true,
  atomic: { by: 'transaction', begin: 'start transaction', commit: 'commit', rollback: 'rollback' },
  maxValues: 30_000,
  schema: database,
})

/**
 * Selects the rights of the user from the privileges that the server lists. Those of roles and of
 * users with an odd name are not among them, so a missing one is unknown for users with roles.
 */
function selectRights({ schema, name }: { readonly schema: string; readonly name: string }) {
  const isGranted = (privilege: string) => `(
    exists (select 1 from information_schema.user_privileges p
      where p.grantee = me.name and p.privilege_type = '${privilege}')
    or exists (select 1 from information_schema.schema_privileges p
      where p.grantee = me.name and p.privilege_type = '${privilege}' and ? like p.table_schema)
    or exists (select 1 from information_schema.table_privileges p
      where p.grantee = me.name and p.privilege_type = '${privilege}'
        and p.table_schema = ? and p.table_name = ?))`
  const isUnknown = `(exists (select 1 from information_schema.applicable_roles)
    or not exists (select 1 from information_schema.user_privileges p where p.grantee = me.name))`
  const right = (privilege: string) =>
    `case when ${isGranted(privilege)} then 1 when ${isUnknown} then null else 0 end`
  const host = "substring_index(current_user(), '@', -1)"
  const user = `left(current_user(), char_length(current_user()) - char_length(${host}) - 1)`
  return {
    sql: `select ${right('CREATE')} as canCreate, ${right('ALTER')} as canAddColumns
      from (select concat('''', ${user}, '''@''', ${host}, '''') as name) me`,
    values: [schema, schema, name, schema, schema, name],
  }
}

const unauthorisedCodes: ReadonlySet<string> = new Set([
  'ER_ACCESS_DENIED_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_SPECIFIC_ACCESS_DENIED_ERROR',
  'ER_ACCESS_DENIED_NO_PASSWORD_ERROR',
  'ER_NOT_SUPPORTED_AUTH_MODE',
])
const notFoundCodes: ReadonlySet<string> = new Set(['ER_BAD_DB_ERROR', 'ER_NO_SUCH_TABLE'])
const transientCodes: ReadonlySet<string> = new Set([
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_SERVER_SHUTDOWN',
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_USER_LIMIT_REACHED',
  // A full disk is transient, because somebody can free space.
  'ER_DISK_FULL',
  'ER_RECORD_FILE_FULL',
])

const timeoutCodes: ReadonlySet<string> = new Set(['ER_STATEMENT_TIMEOUT', 'ER_QUERY_TIMEOUT'])

/** Explains an error by its error name. */
export function explainMysql(error: unknown): ServiceFailure | undefined {
  const { code, message = '' } = error as { code?: unknown; message?: string }
  if (typeof code !== 'string') return undefined
  if (code === 'PROTOCOL_CONNECTION_LOST') {
    return new ServiceFailure('unreachable', 'The server closed the connection.')
  }
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT') {
    return new ServiceFailure('refused', 'The server does not support TLS. Check “Enable SSL”.')
  }
  if (!code.startsWith('ER_')) return undefined
  const explanation = `${message} (${code}).`
  if (timeoutCodes.has(code)) return new ServiceFailure('timed-out', explanation)
  if (unauthorisedCodes.has(code)) return new ServiceFailure('unauthorised', explanation)
  if (notFoundCodes.has(code)) return new ServiceFailure('not-found', explanation)
  return new ServiceFailure(transientCodes.has(code) ? 'unavailable' : 'refused', explanation)
}
