import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { usualLeaseSeconds } from '../lease-seconds.ts'
import type { Log } from '../log/log.ts'
import { openAttempts } from './attempts.ts'
import type { Tables } from './database.ts'
import { clientThrough } from './pg-client.ts'
import { openStatementNames, preparingClient } from './preparing-client.ts'

/** Whole numbers beyond 2^53 do not occur in our tables; as numbers they are what the wire carries. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

export type Connection = {
  readonly pool: pg.Pool
  readonly db: Kysely<Tables>
  close(): Promise<void>
}

/** More do not answer faster on a few cores, and each takes some 3 MB of the database's memory. */
const usualConnections = 12

/**
 * A process that stands still in the middle of a transaction keeps its locks, and whoever takes over its work would wait for
 * it: the database ends such a transaction when the lease of the process does. It is set by a statement, since a pooler
 * in between knows only some parameters of a connection's start.
 */
export function connect(
  url: string,
  log: Pick<Log, 'warn'>,
  connections = usualConnections,
): Connection {
  const Client = preparingClient(openStatementNames(), clientThrough(openAttempts()))
  const onConnect = async (client: pg.ClientBase) => {
    await client.query(`set idle_in_transaction_session_timeout = '${usualLeaseSeconds}s'`)
  }
  const pool = new pg.Pool({ connectionString: url, max: connections, Client, onConnect })
  // A connection that the server drops, idle or in use, would otherwise end the process.
  pool.on('connect', (client) => {
    client.on('error', ({ message }) => {
      // The server may be stopped before the last connection has said good-bye.
      if (!pool.ending) log.warn({ reason: message }, 'a database connection was lost')
    })
  })
  // The same news a second time, of idle connections.
  pool.on('error', () => {})
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { pool, db, close: () => db.destroy() }
}
