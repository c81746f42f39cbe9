import type { Db } from '../db/database.ts'
import type { ByPriority, ConcurrencyLimits, SlotHandle, SlotOwner } from './slot.ts'

/**
 * Work whose waiting list is a table of its feature module: the row is the job, and nothing else is stored of
 * it. A worker claims a row by writing its id into it; the lease lasts as long as that worker's
 * heartbeat, and what a dead worker held can be claimed again.
 */
export type LeasedWork<Dependencies> = {
  /** `module/verb-noun` */
  readonly name: `${string}/${string}`
  /**
   * Claims waiting rows: those for which somebody waits first, organizations in turn, the oldest of
   * each first. A row that was held at so many deaths of a worker as `suspiciousDeaths` may be their
   * cause: at most `maxSuspicious` of those.
   */
  claim(db: Db, request: Claim): Promise<readonly LeasedRow[]>
  /**
   * Whether any row of these priorities waits, whoever may have it: asked before a claim, because
   * workers claim one after the other.
   */
  isWaiting(db: Db, priorities: ByPriority<boolean>): Promise<boolean>
  /** Runs one row; what it throws is logged, and its lease is given back. */
  run(ctx: Dependencies, row: ClaimedRow, lease: Lease): Promise<void>
  /** Makes rows claimable again. Returns how many there were. */
  release(db: Db, release: Release): Promise<number>
  /** The ids of the rows that a worker holds. */
  listHeld(db: Db, workerId: string): Promise<readonly string[]>
}

export type LeasedRow = SlotOwner & {
  readonly id: string
  /** Workers that died while they held it. */
  readonly deaths: number
}

/** A row as it is run, with what the platform knows of it. */
export type ClaimedRow = LeasedRow & {
  /** How often the event loop stalled while this row was run. */
  readonly eventLoopStalls: number
}

export type Claim = {
  readonly workerId: string
  /** How many of each priority; those of an organization and of a group are held by all workers together. */
  readonly limits: ByPriority<ConcurrencyLimits>
  /** The part of these that is this worker's own. */
  readonly ownLimits: ByPriority<ConcurrencyLimits>
  readonly suspiciousDeaths: number
  readonly maxSuspicious: number
}

export type Release = {
  /** Whose rows; absent, those of all workers but the ones that live. */
  readonly of?: readonly string[]
  /** Workers whose rows stay with them. */
  readonly living?: readonly string[]
  /**
   * Whether rows stay with whoever has a heartbeat at that very moment: a list that was read before does not know a
   * worker that has come, or come back, since.
   */
  readonly onlySilent?: boolean
  /** Ids of the rows, which include those run together with them; when absent, all rows are released. */
  readonly ids?: readonly string[]
  /** Whether the workers died over them: a stop hands rows on without blame. */
  readonly isDeath: boolean
}

/**
 * What a run knows of its hold on the row. Its signal comes when the row was stopped, or when this
 * worker is to end: begin nothing more.
 */
export type Lease = SlotHandle & {
  readonly workerId: string
  /**
   * To be awaited before whatever must not be done twice. Throws `LeaseLostError` when the row is to be
   * left, also when it was taken over while this process stood still. Asks the database only if this
   * process missed its heartbeat meanwhile.
   */
  assertHeld(): Promise<void>
}

/** From this many deaths on a row may be their cause, as may all that were held beside it. */
export const suspiciousDeaths = 2

/**
 * Thrown by a run that ends without an outcome: its row was taken over, is given back, or was
 * cancelled. Nothing of the run may be stored.
 */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'

  constructor() {
    super('Another worker took over this job.')
  }
}
