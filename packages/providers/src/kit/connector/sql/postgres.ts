import type { Socket } from 'node:net'
import { omitUndefined } from '@recto/omit-undefined'
import type { CellKind, ReadLimits, RowsPage } from '@recto/provider-spec/database-connector'
import type { ProviderErrorCode } from '@recto/provider-spec/provider-error'
import type { Client, ClientConfig, QueryArrayConfig } from 'pg'
import type { ConnectorContext } from '../define-connector.ts'
import { ServiceFailure } from '../service-failure.ts'
import type { Dialect, SqlSession } from './dialect.ts'
import { limitPages } from './limit-pages.ts'
import { watchEnd } from './session-pool.ts'
import { postgresRules } from './statement-rules.ts'

export type PostgresPlace = {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string
  /** `prefer` encrypts if the server can, without verifying the certificate; the others do what their names say. */
  readonly encryption: 'disable' | 'prefer' | 'require' | 'verify'
}

/** Opens a session with a server that speaks the PostgreSQL protocol. */
export async function connectPostgres(
  place: PostgresPlace,
  context: ConnectorContext,
  signal: AbortSignal,
): Promise<SqlSession> {
  try {
    return await connectWith(place, context, signal)
  } catch (error) {
    const isPlain = (error as Error).message === 'The server does not support SSL connections'
    if (!isPlain || place.encryption !== 'prefer') throw error
    return connectWith({ ...place, encryption: 'disable' }, context, signal)
  }
}

async function connectWith(
  { host, port, database, user, password, encryption }: PostgresPlace,
  { connect }: ConnectorContext,
  signal: AbortSignal,
): Promise<SqlSession> {
  const { Client } = await import('pg').then((pg) => pg.default)
  const socket = await connect({ host, port, signal })
  const client = new Client({
    host,
    port,
    database,
    user,
    // A function, because for an empty password the client would read this process's environment.
    password: () => password,
    stream: () => alreadyConnected(socket),
    ssl: encryption === 'disable' ? false : { rejectUnauthorized: encryption === 'verify' },
    application_name: 'recto',
  } satisfies ClientConfig)
  const isOpen = watchEnd(client)
  try {
    await client.connect()
  } catch (error) {
    socket.destroy()
    throw error
  }
  return {
    async run({ sql, values }) {
      const { rows } = await client.query(sql, [...values])
      return rows
    },
    read: (statement, limits) => limitPages(socket, readInPages(client, statement, limits)),
    isOpen,
    async end() {
      await client.end()
      socket.destroy()
    },
  }
}

/** Characters of a page; the number of its rows follows from the length of those before. */
const charactersOfPage = 4 * 1024 * 1024
/** Redshift allows no more on its smallest clusters. */
const maxRowsOfPage = 1000
const rowsOfFirstPage = 20

/** The number of PostgreSQL’s type for truth values. */
const booleanType = 16

/** Values stay the texts that the server sends, except that truth values are written in full. */
const asTexts = {
  getTypeParser: (type: number) => (value: string) =>
    type === booleanType ? (value === 't' ? 'true' : 'false') : value,
}

async function* readInPages(
  client: Client,
  statement: string,
  { waitSeconds }: ReadLimits,
): AsyncGenerator<RowsPage> {
  // The extended protocol takes one statement only, whatever the check of the statement may have missed.
  const run = (text: string) => {
    const query = { text, rowMode: 'array' as const, queryMode: 'extended', types: asTexts }
    return client.query<(string | null)[]>(query as QueryArrayConfig)
  }
  // Repeated for each page, because a function in the statement may change it.
  const limitTime = () => run(`set local statement_timeout = ${Math.ceil(waitSeconds * 1000)}`)
  await run('begin transaction read only')
  await run("set local datestyle = 'ISO, YMD'")
  await limitTime()
  await run(`declare recto_rows cursor for ${statement}`)
  for (let size = rowsOfFirstPage; ; ) {
    await limitTime()
    const { fields, rows } = await run(`fetch forward ${size} from recto_rows`)
    yield { names: fields.map(({ name }) => name), rows }
    if (rows.length < size) break
    const characters = rows.flat().reduce((sum, cell) => sum + (cell?.length ?? 0), 1)
    const fittingRows = Math.floor(charactersOfPage / (characters / rows.length))
    // Pages grow slowly, because the next rows may be much longer than those before.
    size = Math.min(maxRowsOfPage, 2 * size, Math.max(1, fittingRows))
  }
  await run('rollback')
}

/** Wraps a connected socket for a client that wants to connect it. */
function alreadyConnected(socket: Socket): Socket {
  return Object.assign(socket, {
    connect() {
      process.nextTick(() => socket.emit('connect'))
      return socket
    },
  })
}

/** A row with the key exists, or a table or type of that name. */
const conflictCodes: ReadonlySet<unknown> = new Set(['23505', '42P07', '42710'])

const postgresTypes = {
  text: 'text',
  whole: 'bigint',
  number: 'double precision',
  decimal: 'numeric',
  truth: 'boolean',
  date: 'date',
  time: 'timestamptz',
  json: 'jsonb',
} as const

const findNamespace = (schema: string) => ({
  sql: 'select 1 as "found" from pg_namespace where nspname = $1',
  values: [schema],
})

export const postgresDialect = (
  schema: string | undefined,
  types: Readonly<Record<CellKind, string>> = postgresTypes,
): Dialect => ({
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  value: (index) => `$${index}`,
  types,
  isConflict: (error) => conflictCodes.has((error as { code?: unknown }).code),
  tables: ({ limit, offset }) => ({
    sql: `select table_schema as "schema", table_name as "name" from information_schema.tables
      where table_schema not in ('information_schema', 'pg_catalog')
        ${schema === undefined ? '' : 'and table_schema = $3'}
      order by 1, 2 limit $1 offset $2`,
    values: [limit, offset, ...(schema === undefined ? [] : [schema])],
  }),
  columns: (table) => ({
    sql: `select column_name as "name", data_type as "type", is_nullable as "nullable",
        numeric_precision as "precision", numeric_scale as "scale"
      from information_schema.columns where table_schema = $1 and table_name = $2
      order by ordinal_position`,
    values: [table.schema ?? 'public', table.name],
  }),
  createTable: (_, name, columns) => ({
    sql: `create table if not exists ${name} (${columns})`,
    values: [],
  }),
  // The text of a number is its shortest exact form; a cast would keep only 15 digits.
  widenColumn: (name, column) =>
    `alter table ${name} alter column ${column} type numeric using ${column}::text::numeric`,
  ...omitUndefined({ findSchema: schema === undefined ? undefined : findNamespace(schema) }),
  rights: (table) => ({
    sql: `select has_schema_privilege(n.oid, 'CREATE')::int as "canCreate",
        coalesce((select pg_has_role(c.relowner, 'USAGE') from pg_class c
          where c.relnamespace = n.oid and c.relname = $2), false)::int as "canAddColumns"
      from pg_namespace n where n.nspname = $1`,
    values: [table.schema ?? 'public', table.name],
  }),
  reads: postgresRules,
  nameLimit: { max: 63, unit: 'bytes' },
  atomic: { by: 'transaction', begin: 'begin', commit: 'commit', rollback: 'rollback' },
  maxValues: 30_000,
  schema: schema ?? 'public',
})

const failuresByMessage: Readonly<Record<string, ServiceFailure>> = {
  'Connection terminated unexpectedly': new ServiceFailure('unreachable', disconnectMessage()),
  'Connection terminated': new ServiceFailure('unreachable', disconnectMessage()),
  'The server does not support SSL connections': new ServiceFailure(
    'refused',
    'The server does not support TLS, which the settings require.',
  ),
}

function disconnectMessage(): string {
  return 'The server closed the connection.'
}

/** Meanings of SQLSTATE prefixes; the longest match counts. */
const codes: readonly (readonly [string, ProviderErrorCode])[] = [
  ['57014', 'timed-out'],
  ['42501', 'unauthorised'],
  ['3D000', 'not-found'],
  ['42P01', 'not-found'],
  ['3F000', 'not-found'],
  ['28', 'unauthorised'],
  ['53', 'unavailable'],
  ['57', 'unavailable'],
  ['40', 'unavailable'],
  ['08', 'unreachable'],
]

/** Explains an error by its SQLSTATE. */
export function explainPostgres(error: unknown): ServiceFailure | undefined {
  const { code, message = 'The request was refused' } = error as {
    code?: unknown
    message?: string
  }
  const failure = failuresByMessage[message]
  if (failure) return failure
  // Codes of the operating system, unlike SQLSTATEs, have no digits.
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code) || !/\d/.test(code)) return undefined
  const failureCode = codes.find(([start]) => code.startsWith(start))?.[1] ?? 'refused'
  return new ServiceFailure(failureCode, `${message} (${code}).`)
}
