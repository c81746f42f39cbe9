import type { Socket } from 'node:net'
import type { CellKind } from '@recto/provider-spec/database-connector'
import type { ProviderErrorCode } from '@recto/provider-spec/provider-error'
import type { ClientConfig } from 'pg'
import type { ConnectorWorld } from '../define-connector.ts'
import { ServiceFailure } from '../service-failure.ts'
import type { Dialect, SqlSession } from './dialect.ts'
import { watchEnd } from './kept-sessions.ts'

export type PostgresPlace = {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string
  /** `prefer` encrypts where the server can, and asks for no certificate; the others are those of its own client. */
  readonly encryption: 'disable' | 'prefer' | 'require' | 'verify'
}

/** A session of a server that speaks the protocol of PostgreSQL. */
export async function connectPostgres(
  place: PostgresPlace,
  world: ConnectorWorld,
  signal: AbortSignal,
): Promise<SqlSession> {
  try {
    return await connectWith(place, world, signal)
  } catch (error) {
    const isPlain = (error as Error).message === 'The server does not support SSL connections'
    if (!isPlain || place.encryption !== 'prefer') throw error
    return connectWith({ ...place, encryption: 'disable' }, world, signal)
  }
}

async function connectWith(
  { host, port, database, user, password, encryption }: PostgresPlace,
  { connect }: ConnectorWorld,
  signal: AbortSignal,
): Promise<SqlSession> {
  const { Client } = await import('pg').then((pg) => pg.default)
  const socket = await connect({ host, port, signal })
  const client = new Client({
    host,
    port,
    database,
    user,
    // As a function: an empty password would be looked for in the server's own environment.
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
    isOpen,
    async end() {
      await client.end()
      socket.destroy()
    },
  }
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

/** A row with the key, or a table or its type of the name. */
const taken: ReadonlySet<unknown> = new Set(['23505', '42P07', '42710'])

const postgresTypes = {
  text: 'text',
  whole: 'bigint',
  number: 'double precision',
  truth: 'boolean',
  time: 'timestamptz',
  json: 'jsonb',
} as const

export const postgresDialect = (
  schema: string | undefined,
  types: Readonly<Record<CellKind, string>> = postgresTypes,
): Dialect => ({
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  value: (index) => `$${index}`,
  types,
  isTaken: (error) => taken.has((error as { code?: unknown }).code),
  tables: ({ limit, offset }) => ({
    sql: `select table_schema as "schema", table_name as "name" from information_schema.tables
      where table_schema not in ('information_schema', 'pg_catalog')
        ${schema === undefined ? '' : 'and table_schema = $3'}
      order by 1, 2 limit $1 offset $2`,
    values: [limit, offset, ...(schema === undefined ? [] : [schema])],
  }),
  columns: (table) => ({
    sql: `select column_name as "name", data_type as "type", is_nullable as "nullable"
      from information_schema.columns where table_schema = $1 and table_name = $2
      order by ordinal_position`,
    values: [table.schema ?? 'public', table.name],
  }),
  createTable: (_, name, columns) => ({
    sql: `create table if not exists ${name} (${columns})`,
    values: [],
  }),
  atomic: { by: 'transaction', begin: 'begin', commit: 'commit', rollback: 'rollback' },
  mostValues: 30_000,
  schema: schema ?? 'public',
})

const saidOf: Readonly<Record<string, ServiceFailure>> = {
  'Connection terminated unexpectedly': new ServiceFailure('unreachable', endedWords()),
  'Connection terminated': new ServiceFailure('unreachable', endedWords()),
  'The server does not support SSL connections': new ServiceFailure(
    'refused',
    'The server does not speak TLS, which the settings ask for.',
  ),
}

function endedWords(): string {
  return 'The server ended the connection.'
}

/** Meanings of SQLSTATE prefixes; the longest match counts. */
const codes: readonly (readonly [string, ProviderErrorCode])[] = [
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
  const { code, message = 'It was refused' } = error as { code?: unknown; message?: string }
  const known = saidOf[message]
  if (known) return known
  // Those of the system have letters only.
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code) || !/\d/.test(code)) return undefined
  const found = codes.find(([start]) => code.startsWith(start))?.[1] ?? 'refused'
  return new ServiceFailure(found, `${message} (${code}).`)
}
