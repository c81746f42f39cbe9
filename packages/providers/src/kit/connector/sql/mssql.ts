import type { Socket } from 'node:net'
import type { CellValue } from '@recto/provider-spec/database-connector'
import type { ProviderErrorCode } from '@recto/provider-spec/provider-error'
import type * as tediousTypes from 'tedious'
import type { Connection, ConnectionConfiguration, Request } from 'tedious'
import type { ConnectorContext } from '../define-connector.ts'
import { ServiceFailure } from '../service-failure.ts'
import type { Dialect, ResultRow, SqlSession, Statement } from './dialect.ts'
import { limitPages } from './limit-pages.ts'
import { readMssqlRows } from './mssql-rows.ts'
import { watchEnd } from './session-pool.ts'
import { mssqlRules } from './statement-rules.ts'

export type MssqlPlace = {
  readonly server: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string
}

type Tedious = typeof tediousTypes

/** Opens a session with a SQL Server. Encrypts if the server can, without verifying its certificate. */
export async function connectMssql(
  place: MssqlPlace,
  context: ConnectorContext,
  signal: AbortSignal,
): Promise<SqlSession> {
  const tedious = await import('tedious').then((all) => all.default as unknown as Tedious)
  const { connection, socket } = await signIn(tedious, {
    place,
    context,
    signal,
    encrypt: true,
  }).catch((error: { code?: string }) => {
    if (error.code !== 'EENCRYPT') throw error
    return signIn(tedious, { place, context, signal, encrypt: false })
  })
  const isOpen = watchEnd(connection)
  const stop = () => connection.close()
  signal.addEventListener('abort', stop, { once: true })
  return {
    run: (statement) => run(tedious, connection, statement),
    read: (statement, limits) =>
      limitPages(
        socket,
        readMssqlRows(
          { tedious, connection, run: (sql) => run(tedious, connection, { sql, values: [] }) },
          statement,
          limits,
        ),
      ),
    isOpen,
    end: async () => {
      signal.removeEventListener('abort', stop)
      connection.close()
    },
  }
}

type SignIn = {
  readonly place: MssqlPlace
  readonly context: ConnectorContext
  readonly signal: AbortSignal
  readonly encrypt: boolean
}

type SignedIn = { readonly connection: Connection; readonly socket: Socket }

async function signIn(
  { Connection: Client }: Tedious,
  { place, context, signal, encrypt }: SignIn,
): Promise<SignedIn> {
  const { server, port, database, user: userName, password } = place
  // The client wraps a refused address in a general error, so the original is kept here.
  let refusal: unknown
  let socket: Socket | undefined
  const config: ConnectionConfiguration = {
    server,
    authentication: { type: 'default', options: { userName, password } },
    options: {
      port,
      database,
      encrypt,
      trustServerCertificate: true,
      appName: 'recto',
      useUTC: true,
      maxRetriesOnTransientErrors: 0,
      requestTimeout: 0,
      connectTimeout: 30_000,
      // The client calls this for redirects of the server as well.
      connector: (async (to: { readonly host: string; readonly port: number }) => {
        try {
          socket = await context.connect({ host: to.host, port: to.port, signal })
          return socket
        } catch (error) {
          refusal = error
          throw error
        }
      }) as unknown as () => Promise<Socket>,
    },
  }
  const client = new Client(config)
  // The statement that is running reports why the connection ended.
  client.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    client.connect((error) => (error ? reject(refusal ?? error) : resolve()))
  })
  if (!socket) throw new Error('The client has connected by other means.')
  return { connection: client, socket }
}

function run(
  tedious: Tedious,
  connection: Connection,
  { sql, values }: Statement,
): Promise<readonly ResultRow[]> {
  return new Promise((resolve, reject) => {
    const rows: ResultRow[] = []
    const request = new tedious.Request(sql, (error) => (error ? reject(error) : resolve(rows)))
    request.on('row', (cells: readonly { metadata: { colName: string }; value: unknown }[]) => {
      rows.push(Object.fromEntries(cells.map((one) => [one.metadata.colName, one.value])))
    })
    for (const [index, value] of values.entries())
      addValue(tedious, request, `p${index + 1}`, value)
    // A transaction that begins in a parameterised call ends with that call.
    if (values.length === 0) connection.execSqlBatch(request)
    else connection.execSql(request)
  })
}

function addValue({ TYPES }: Tedious, request: Request, name: string, value: CellValue): void {
  if (typeof value === 'boolean') request.addParameter(name, TYPES.Bit, value)
  else if (value instanceof Date) request.addParameter(name, TYPES.DateTimeOffset, value)
  else if (typeof value !== 'number') request.addParameter(name, TYPES.NVarChar, value)
  else request.addParameter(name, Number.isSafeInteger(value) ? TYPES.BigInt : TYPES.Float, value)
}

const quote = (name: string) => `[${name.replaceAll(']', ']]')}]`

/** A row with the key or a table of that name exists, or two sessions are deadlocked. */
const conflictCodes: ReadonlySet<unknown> = new Set([2627, 2601, 2714, 1205])

export const mssqlDialect: Dialect = {
  quote,
  value: (index) => `@p${index}`,
  types: {
    text: 'nvarchar(max)',
    whole: 'bigint',
    number: 'float',
    decimal: 'decimal(38,10)',
    truth: 'bit',
    date: 'date',
    time: 'datetimeoffset(3)',
    json: 'nvarchar(max)',
  },
  keyText: 'nvarchar(255)',
  isConflict: (error) => conflictCodes.has((error as { number?: unknown }).number),
  tables: ({ limit, offset }) => ({
    sql: `select table_schema as [schema], table_name as [name] from information_schema.tables
      order by 1, 2 offset @p1 rows fetch next @p2 rows only`,
    values: [offset, limit],
  }),
  columns: (table) => ({
    sql: `select column_name as [name], data_type as [type], is_nullable as [nullable],
        numeric_precision as [precision], numeric_scale as [scale]
      from information_schema.columns where table_schema = @p1 and table_name = @p2
      order by ordinal_position`,
    values: [table.schema ?? 'dbo', table.name],
  }),
  createTable: (_, name, columns) => ({
    sql: `if object_id(@p1) is null create table ${name} (${columns})`,
    values: [name],
  }),
  addColumn: (name, definition) => `alter table ${name} add ${definition}`,
  reads: mssqlRules,
  asText: (column, { type }) => {
    if (/^(?:numeric|decimal)$/i.test(type)) return `convert(varchar(60), ${column})`
    return /money/i.test(type) ? `convert(varchar(60), ${column}, 2)` : undefined
  },
  nameLimit: { max: 128, unit: 'characters' },
  atomic: {
    by: 'transaction',
    begin: 'set xact_abort on; begin transaction',
    commit: 'commit transaction',
    rollback: 'if @@trancount > 0 rollback transaction',
  },
  // The server allows 2100; the client needs some of them itself.
  maxValues: 2000,
  schema: 'dbo',
}

const unauthorisedCodes: ReadonlySet<number> = new Set([229, 230, 262, 297, 300, 916, 2760])
const transientCodes: ReadonlySet<number> = new Set([
  1205, 701, 1222, 10928, 10929, 40501, 40613, 49918,
])
const disconnectCodes: ReadonlySet<string> = new Set(['ECLOSE', 'EINVALIDSTATE', 'ESOCKET'])

type MssqlError = { readonly code?: unknown; readonly number?: unknown; readonly message?: string }

/** Explains an error by the server's error number, or by the code of the client library. */
export function explainMssql(error: unknown): ServiceFailure | undefined {
  const { code, number, message = '' } = error as MssqlError
  if (code === 'ELOGIN') {
    const isDatabase = message.startsWith('Cannot open database')
    return new ServiceFailure(isDatabase ? 'not-found' : 'unauthorised', message)
  }
  if (typeof number === 'number') {
    return new ServiceFailure(codeOf(number), `${message} (${number}).`)
  }
  if (code === 'ETIMEOUT') {
    return new ServiceFailure(
      'timed-out',
      'The server did not send a valid SQL Server response in time.',
    )
  }
  if (typeof code !== 'string' || !disconnectCodes.has(code)) return undefined
  return new ServiceFailure('unreachable', 'The server closed the connection.')
}

function codeOf(number: number): ProviderErrorCode {
  if (number === 208) return 'not-found'
  if (unauthorisedCodes.has(number)) return 'unauthorised'
  return transientCodes.has(number) ? 'unavailable' : 'refused'
}
