import { sql } from 'kysely'
import { exponentialBackOff, type RetryPolicy } from '../retry.ts'
import type { Db } from './database.ts'

/**
 * SQLSTATE codes of a database that is stopping, starting or unreachable, or that ended a
 * transaction which was idle for too long.
 */
const outageStates = /^(08...|25P03|53300|57P0[123])$/
/** SQLSTATE code of a database that is a standby or was made read-only. */
const readOnlyState = '25006'
const networkErrorCodes: ReadonlySet<string> = new Set([
  'EPIPE',
  'ENOENT',
  'ECONNRESET',
  'ECONNREFUSED',
  'ETIMEDOUT',
])
const networkSystemCalls: ReadonlySet<string> = new Set(['connect', 'read', 'write'])
const outageMessages =
  /^Connection terminated|not queryable|timeout exceeded when trying to connect|^timeout expired$|^Query read timeout$|^Postgres connection has been discarded$/

/** More restarts than this within one step are not an outage but a defect. */
const maxOutages = 3
/**
 * The connections of a pool die one after the other: a failure so soon after a recovery belongs to
 * the same outage.
 */
const sameOutageMilliseconds = 5000
const maxFailuresPerOutage = 30
/** How often a step may find no free connection before it fails. */
const maxRefusedConnections = 120

/**
 * Whether a query failed because the database is unreachable or read-only. Errors of providers are
 * wrapped, so they never match.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (isReadOnly(error)) return true
  if (outageMessages.test(error.message) || outageStates.test(String(code))) return true
  return networkErrorCodes.has(String(code)) && networkSystemCalls.has(String(syscall))
}

/** Whether a query failed because all connections of the database are in use. */
export const isOutOfConnections = (error: unknown) =>
  error instanceof Error && (error as { code?: unknown }).code === '53300'

/** Whether a query failed because the database accepts no writes, as on a standby. */
export const isReadOnly = (error: unknown) =>
  error instanceof Error && (error as { code?: unknown }).code === readOnlyState

/** Throws like a write would, unless the database is reachable and accepts writes. */
export async function assertWritable(db: Db): Promise<void> {
  const { rows } = await sql<{ isReadOnly: boolean }>`
    select current_setting('transaction_read_only')::bool as "isReadOnly"`.execute(db)
  if (rows[0]?.isReadOnly) {
    throw Object.assign(new Error('The database is read-only.'), { code: readOnlyState })
  }
}

/** Retries until the database responds, however long the outage lasts. */
export const untilDatabaseResponds: RetryPolicy = {
  attempts: Number.POSITIVE_INFINITY,
  isRetryable: isConnectionLost,
  waitSeconds: exponentialBackOff(0.2, 1),
}

/**
 * Runs `run` again after an outage of our own database, once `waitForDatabase`, which gets the error,
 * resolves.
 */
export async function retryOnOutage<T>(
  run: () => Promise<T>,
  waitForDatabase: (error: unknown) => Promise<void>,
): Promise<T> {
  const outages = countOutages()
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (!isConnectionLost(error) || outages.recordFailure(error) === 'too many') throw error
      await waitForDatabase(error)
      outages.recordRecovery()
    }
  }
}

function countOutages() {
  let outages = 0
  let failures = 0
  let recoveredAt = Number.NEGATIVE_INFINITY
  let refusedConnections = 0
  const countRefusedConnection = () =>
    ++refusedConnections > maxRefusedConnections ? 'too many' : 'some'
  return {
    recordFailure(error: unknown) {
      // Other processes may hold all connections again and again, which is not a defect of this step.
      if (isOutOfConnections(error)) return countRefusedConnection()
      const isSame = performance.now() - recoveredAt < sameOutageMilliseconds
      outages += isSame ? 0 : 1
      failures = isSame ? failures + 1 : 1
      return outages > maxOutages || failures > maxFailuresPerOutage ? 'too many' : 'some'
    },
    recordRecovery() {
      recoveredAt = performance.now()
    },
  }
}
