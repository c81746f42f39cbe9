import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/database.ts'

/**
 * Work that must be done only once in all processes together, such as a call that is paid. A row in the
 * database says under its key which process does it, as long as that process renews the row.
 */
export type Claims = {
  /**
   * Does the work unless it is in progress; callers that arrive meanwhile get its outcome, also if that is a
   * failure. After its end, the same key is new work.
   */
  singleFlight<Value>(key: string, work: SingleFlightWork<Value>): Promise<Value>
  /** Does the work when no other work is in progress under this key. */
  withLock<T>(key: string, work: (claim: HeldClaim) => Promise<T>): Promise<T>
}

/**
 * Returns what writes the result. It runs in the transaction that ends the claim, so only a process that still
 * holds the claim writes. Its value is what waiting callers get, so it must survive JSON.
 */
export type SingleFlightWork<Value> = (claim: HeldClaim) => Promise<(db: Db) => Promise<Value>>

export type HeldClaim = {
  /** Stays the same if another process takes over the work of one that died. */
  readonly id: string
  /** Whether no process has begun the work before. */
  readonly isFirst: boolean
  /**
   * Await it before anything that must not be done twice. Throws if the work was taken over while this process
   * was suspended. It asks the database only if that is possible.
   */
  assertHeld(): Promise<void>
}

export type ClosableClaims = Claims & {
  /** Lets other processes take over at once what this one does. */
  close(): Promise<void>
}

type TransactionContext = { readonly claims: Claims; readonly db: Db }

/**
 * `singleFlight` for a caller that may be in a transaction. What the transaction has written is visible to
 * nobody else, so nobody else can do the same work, and the result is written in the transaction or not at all.
 */
export async function singleFlightWithin<Value>(
  { claims, db }: TransactionContext,
  key: string,
  work: SingleFlightWork<Value>,
): Promise<Value> {
  if (!db.isTransaction) return claims.singleFlight(key, work)
  const write = await work({ id: randomUUID(), isFirst: true, assertHeld: async () => {} })
  return write(db)
}
