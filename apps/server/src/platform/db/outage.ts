import { sql } from 'kysely'
import { backOffFrom, type RetryPolicy } from '../retry.ts'
import type { Db } from './database.ts'

/** How our own database refuses while it stops, starts or is not there, and how it ends who stood still in a transaction. */
const states = /^(08...|25P03|53300|57P0[123])$/
/** How it refuses to write while it is a standby, or was made read-only. */
const readOnly = '25006'
const codes: ReadonlySet<string> = new Set([
  'EPIPE',
  'ENOENT',
  'ECONNRESET',
  'ECONNREFUSED',
  'ETIMEDOUT',
])
const calls: ReadonlySet<string> = new Set(['connect', 'read', 'write'])
const messages =
  /^Connection terminated|not queryable|timeout exceeded when trying to connect|^timeout expired$/

/** More than one server restart in the time of one step is not an outage but a trouble. */
const maxOutages = 3
/** The connections of a pool die one after the other: what breaks so soon after it was back is the same outage. */
const sameOutageMilliseconds = 5000
const maxBreaksOfOutage = 30

/**
 * Whether a query failed because the database went away, or takes no writes for now. Errors of providers
 * are wrapped, so they never do.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (isReadOnly(error)) return true
  if (messages.test(error.message) || states.test(String(code))) return true
  return codes.has(String(code)) && calls.has(String(syscall))
}

/** Whether a query failed because the database takes no writes, as a standby does not. */
export const isReadOnly = (error: unknown) =>
  error instanceof Error && (error as { code?: unknown }).code === readOnly

/** Throws as a write would, unless the database is there and takes writes. */
export async function proveWritable(db: Db): Promise<void> {
  const { rows } = await sql<{ isReadOnly: boolean }>`
    select current_setting('transaction_read_only')::bool as "isReadOnly"`.execute(db)
  if (rows[0]?.isReadOnly) {
    throw Object.assign(new Error('The database is read-only.'), { code: readOnly })
  }
}

/** Asks again until the database answers, however long it is away. */
export const untilAnswers: RetryPolicy = {
  attempts: Number.POSITIVE_INFINITY,
  isRetryable: isConnectionLost,
  waitSeconds: backOffFrom(0.2, 1),
}

/** Runs again what an outage of our own database broke off, once the database answers. */
export async function despiteOutage<T>(
  run: () => Promise<T>,
  untilBack: () => Promise<void>,
): Promise<T> {
  const outages = countOutages()
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (!isConnectionLost(error) || outages.add() === 'too many') throw error
      await untilBack()
      outages.end()
    }
  }
}

function countOutages() {
  let outages = 0
  let breaks = 0
  let backAt = Number.NEGATIVE_INFINITY
  return {
    add() {
      const isSame = performance.now() - backAt < sameOutageMilliseconds
      outages += isSame ? 0 : 1
      breaks = isSame ? breaks + 1 : 1
      return outages > maxOutages || breaks > maxBreaksOfOutage ? 'too many' : 'some'
    },
    end() {
      backAt = performance.now()
    },
  }
}
