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
  once<Value>(key: string, work: WorkOnce<Value>): Promise<Value>
  /** Does the work when nobody else does any under this key. */
  inTurn<T>(key: string, work: (held: HeldClaim) => Promise<T>): Promise<T>
}

/**
 * Returns what is to be written: in one transaction with the end of the claim, so that it is written only
 * by who holds it still. What that returns is what those get who wait; it must survive JSON.
 */
export type WorkOnce<Value> = (held: HeldClaim) => Promise<(db: Db) => Promise<Value>>

export type HeldClaim = {
  /** The same for whoever takes the work over from a process that died. */
  readonly id: string
  /** Whether nobody has begun it before. */
  readonly isFirst: boolean
  /**
   * To be awaited before whatever must not be done twice: throws when the work was taken over while this
   * process stood still. Asks the database only when it may have.
   */
  confirm(): Promise<void>
}

export type OpenedClaims = Claims & {
  /** Lets others take over at once what this process is at. */
  close(): Promise<void>
}
