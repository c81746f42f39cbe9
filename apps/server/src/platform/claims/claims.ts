import type { Db } from '../db/database.ts'

/**
 * Work that is to go on once in all processes together, such as a call that is paid. It is known by its
 * key; a row in the database says who does it, and holds as long as its holder shows that it lives.
 */
export type Claims = {
  /**
   * Does the work unless it is under way; whoever comes meanwhile gets the outcome of the one who does it,
   * also when that is a failure. Once it has ended, the same key is new work.
   */
  singleFlight<Value>(key: string, work: SingleFlightWork<Value>): Promise<Value>
  /** Does the work when nobody else does any under this key. */
  withLock<T>(key: string, work: (claim: HeldClaim) => Promise<T>): Promise<T>
}

/**
 * Returns what is to be written: in one transaction with the end of the claim, so that it is written only
 * by who holds it still. What that returns is what those get who wait; it must survive JSON.
 */
export type SingleFlightWork<Value> = (claim: HeldClaim) => Promise<(db: Db) => Promise<Value>>

export type HeldClaim = {
  /** The same for whoever takes the work over from a process that died. */
  readonly id: string
  /** Whether nobody has begun it before. */
  readonly isFirst: boolean
  /**
   * To be awaited before whatever must not be done twice: throws when the work was taken over while this
   * process stood still. Asks the database only when it may have.
   */
  assertHeld(): Promise<void>
}

export type ClosableClaims = Claims & {
  /** Lets others take over at once what this process is at. */
  close(): Promise<void>
}
