import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
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

export function connect(
  url: string,
  log: Pick<Log, 'warn'>,
  connections = usualConnections,
): Connection {
  const Client = preparingClient(openStatementNames(), clientThrough(openAttempts()))
  const pool = new pg.Pool({ connectionString: url, max: connections, Client })
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
