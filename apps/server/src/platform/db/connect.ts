import { parseExactJson } from '@recto/exact-json/parse-json'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { defaultLeaseSeconds } from '../lease-seconds.ts'
import type { Log } from '../log/log.ts'
import { createConnectionAttempts } from './connection-attempts.ts'
import type { Tables } from './database.ts'
import { createClientClass } from './pg-client.ts'
import { createPreparingClientClass, createStatementNames } from './preparing-client.ts'

/** Our tables have no integers beyond 2^53, and the API carries numbers. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/** Values of documents may have more digits than a JavaScript number can hold. */
pg.types.setTypeParser(pg.types.builtins.JSON, parseExactJson)
pg.types.setTypeParser(pg.types.builtins.JSONB, parseExactJson)

export type DatabaseConnection = {
  readonly pool: pg.Pool
  readonly db: Kysely<Tables>
  close(): Promise<void>
}

export type SessionTimeouts = {
  /** The database ends a transaction that does nothing for so long; by default as long as a lease. */
  readonly idleTransactionSeconds?: number
  /** How long a statement waits for a lock; without limit by default. */
  readonly lockSeconds?: number
}

/**
 * A process that starts holds no lease, and a busy machine may stop it for seconds in the middle of a
 * transaction. That is no reason to end its connection, and with it the start.
 */
export const startIdleTransactionSeconds = 60

/**
 * More connections are not faster on a few cores, and each takes about 3 MB of the database's
 * memory.
 */
const defaultConnections = 12

/**
 * Opens a connection pool. A process that hangs in a transaction would keep its locks and block
 * whoever takes over its work; so the database ends such a transaction when the lease of the
 * process expires. The timeout is set by a statement, because poolers pass only some startup
 * parameters on.
 */
export function connect(
  url: string,
  log: Pick<Log, 'warn'>,
  connections = defaultConnections,
  { idleTransactionSeconds = defaultLeaseSeconds, lockSeconds }: SessionTimeouts = {},
): DatabaseConnection {
  const Client = createPreparingClientClass(
    createStatementNames(),
    createClientClass(createConnectionAttempts()),
  )
  const onConnect = async (client: pg.ClientBase) => {
    await client.query(`set idle_in_transaction_session_timeout = '${idleTransactionSeconds}s'`)
    if (lockSeconds !== undefined) await client.query(`set lock_timeout = '${lockSeconds}s'`)
  }
  const pool = new pg.Pool({ connectionString: url, max: connections, Client, onConnect })
  // Without a listener, a connection dropped by the server would end the process.
  pool.on('connect', (client) => {
    client.on('error', ({ message }) => {
      // On shutdown the server may stop before the last connection is closed.
      if (!pool.ending) log.warn({ reason: message }, 'a database connection was lost')
    })
  })
  // The pool reports the same errors again for idle connections.
  pool.on('error', () => {})
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { pool, db, close: () => db.destroy() }
}
