import type { ProviderNetwork } from '@recto/provider-spec/provider'
import { ProviderError, type ProviderErrorCode } from '@recto/provider-spec/provider-error'
import type { VectorDb, VectorHit } from '@recto/provider-spec/vector-db'
import type { Client } from 'pg'
import type { ProviderContext } from './define-provider.ts'

export type PostgresSettings = {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string
  readonly isEncrypted: boolean
}

type CheckedVectorDb = VectorDb & {
  /** Throws `ProviderError` when the server, the database or the password is wrong. Changes nothing. */
  testConnection(): Promise<void>
}

const limitSeconds = 60
const itemsInStatement = 100

const createTable = `
  create table if not exists recto_vectors (
    collection text not null,
    id text not null,
    text text not null,
    vector float8[] not null,
    primary key (collection, id)
  )`

const insert = `
  insert into recto_vectors (collection, id, text, vector)
  select $1, item ->> 'id', item ->> 'text',
    array(select value::float8 from jsonb_array_elements_text(item -> 'vector') with ordinality as v (value, place) order by place)
  from jsonb_array_elements($2::jsonb) as item
  on conflict (collection, id) do update set text = excluded.text, vector = excluded.vector`

/** Compares all vectors in the server. A collection belongs to one document, so it is small. */
const search = `
  select id, text, score from recto_vectors cross join lateral (
    select coalesce(sum(a * b) / nullif(sqrt(sum(a * a) * sum(b * b)), 0), 0) as score
    from unnest(vector, $2::float8[]) as pair (a, b)
  ) as compared
  where collection = $1
  order by score desc, id
  limit $3`

const undefinedTable = '42P01'

/** Stores chunks in a table of a PostgreSQL server, without an extension. */
export function vectorsInPostgres(
  settings: PostgresSettings,
  { connect, call }: Pick<ProviderContext, 'connect' | 'call'>,
): CheckedVectorDb {
  const run = <T>(work: (client: Client) => Promise<T>) =>
    call({ limitSeconds }, (signal) => withClient(settings, connect, signal, work))

  return {
    isConsistent: true,
    async put(collection, items) {
      if (items.length === 0) return
      await run(async (client) => {
        await client.query(createTable).catch(ignoreConcurrentCreation)
        for (let start = 0; start < items.length; start += itemsInStatement) {
          const portion = items.slice(start, start + itemsInStatement)
          await client.query(insert, [collection, JSON.stringify(portion)])
        }
      })
    },
    search: (collection, vector, limit) =>
      run(async (client) => {
        const queryPromise = client.query<VectorHit>(search, [collection, [...vector], limit])
        const { rows } = await queryPromise.catch(asNothing)
        return rows
      }),
    remove: (collection) =>
      run(async (client) => {
        const text = 'delete from recto_vectors where collection = $1'
        await client.query(text, [collection]).catch(asNothing)
      }),
    testConnection: () => run(async (client) => void (await client.query('select 1'))),
  }
}

const codeOf = (error: unknown) => (error as { readonly code?: unknown } | undefined)?.code

/** Returns no rows if the table does not exist, because nothing was stored yet. */
function asNothing(error: unknown): { readonly rows: [] } {
  if (codeOf(error) === undefinedTable) return { rows: [] }
  throw error
}

/**
 * PostgreSQL reports a table that another session creates at the same moment by one of three codes:
 * `if not exists` looks before the other transaction commits.
 */
const createdConcurrentlyCodes: readonly unknown[] = ['23505', '42P07', '42710']

/** Ignores the error of creating a table that another session has just created. */
function ignoreConcurrentCreation(error: unknown): void {
  if (!createdConcurrentlyCodes.includes(codeOf(error))) throw error
}

async function withClient<T>(
  settings: PostgresSettings,
  connect: ProviderNetwork['connect'],
  signal: AbortSignal,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const { host, port, isEncrypted, ...credentials } = settings
  const { default: pg } = await import('pg')
  const socket = await connect({ host, port, signal })
  const client = new pg.Client({
    ...credentials,
    host,
    port,
    // Encrypts without verifying the certificate, like `sslmode=require`.
    ssl: isEncrypted ? { rejectUnauthorized: false } : false,
    stream: () => alreadyConnected(socket),
  })
  // The next query reports a connection that broke in the meantime.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } catch (error) {
    throw explained(error)
  } finally {
    socket.destroy()
  }
}

/** Simulates `connect` for the client, because the socket is already connected. */
function alreadyConnected<S extends Awaited<ReturnType<ProviderNetwork['connect']>>>(socket: S): S {
  return Object.assign(socket, {
    connect: () => {
      process.nextTick(() => socket.emit('connect'))
      return socket
    },
  })
}

const codes: Readonly<Record<string, ProviderErrorCode>> = {
  '28': 'unauthorised',
  '42501': 'unauthorised',
  '3D': 'not-found',
  '53': 'unavailable',
  '57': 'unavailable',
}

/** Explains a server error by the class of its code; other errors are returned unchanged. */
function explained(error: unknown): unknown {
  const code = codeOf(error)
  if (!(error instanceof Error) || typeof code !== 'string' || !/^[\dA-Z]{5}$/.test(code))
    return error
  const kind = codes[code] ?? codes[code.slice(0, 2)] ?? 'refused'
  return new ProviderError({
    code: kind,
    message: `The server refused the request (${code}): ${error.message}`,
  })
}
