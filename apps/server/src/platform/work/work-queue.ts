import type { Db } from '../db/database.ts'
import type { SlotKind } from './announce-work.ts'
import type { ByPriority, ConcurrencyLimits, SlotHandle, SlotOwner } from './limits.ts'

/**
 * Work whose items are the rows of a table. A worker claims an item by writing its id into the row; its
 * lease lasts as long as the heartbeat of that worker, and items of a dead worker can be claimed again.
 */
export type WorkQueue<Dependencies> = ItemStore & {
  /** `module/verb-noun` */
  readonly name: `${string}/${string}`
  /** The slots that its items take; default `items`. */
  readonly slotKind?: SlotKind
  /** Runs one item. An error is logged, and the item is released. */
  run(ctx: Dependencies, item: ClaimedWorkItem, lease: Lease): Promise<void>
}

/** The rows of a queue as the engine uses them; see `openItemStore`. */
export type ItemStore = {
  /**
   * Claims waiting items: awaited ones first, organizations in turn, the groups of each in turn, and the
   * oldest of each group first.
   */
  claim(db: Db, request: ClaimRequest): Promise<readonly WorkItem[]>
  /**
   * Whether any item of these priorities waits. It is cheaper than a claim, for which workers wait for
   * one another.
   */
  isWaiting(db: Db, priorities: ByPriority<boolean>): Promise<boolean>
  /** Lets items that have slept for long enough be claimed. */
  wake(db: Db): Promise<void>
  /** Makes items claimable again, and returns their number. */
  release(db: Db, request: ReleaseRequest): Promise<number>
  /** Lists the ids of the items that a worker holds. */
  listHeld(db: Db, workerId: string): Promise<readonly string[]>
}

export type WorkItem = SlotOwner & {
  readonly id: string
  /** The number of workers that died while they held it. */
  readonly deaths: number
}

export type ClaimedWorkItem = WorkItem & {
  /** How often the event loop of a worker stalled while it ran this item. */
  readonly eventLoopStalls: number
}

export type ClaimRequest = {
  readonly workerId: string
  /** The limits of each priority, over all workers. */
  readonly limits: ByPriority<ConcurrencyLimits>
  /** The part of these limits that belongs to this worker. */
  readonly ownLimits: ByPriority<ConcurrencyLimits>
  /** The maximum number of items that may have caused deaths; see `suspiciousDeaths`. */
  readonly maxSuspicious: number
}

export type ReleaseRequest = {
  /** The workers whose items are released; all workers if absent. */
  readonly of?: readonly string[]
  /** Workers that keep their items. */
  readonly living?: readonly string[]
  /**
   * Whether workers that have a heartbeat at this very moment keep their items. A list that was read before
   * may miss a worker that has started, or come back, since.
   */
  readonly onlySilent?: boolean
  /** The items, with those that run together with them; all items if absent. */
  readonly ids?: readonly string[]
  /** Whether the workers died. A stopping worker releases its items without blame. */
  readonly isDeath: boolean
}

/** What a run knows about its hold on the item. */
export type Lease = SlotHandle & {
  readonly workerId: string
  /**
   * Await it before anything that must not be done twice. Throws `LeaseLostError` if the item was cancelled,
   * or taken over while this process was suspended. It asks the database only if this process missed a
   * heartbeat.
   */
  assertHeld(): Promise<void>
}

/**
 * From this number of deaths on an item may be their cause, as may every item that ran beside it. A worker
 * runs only one such item at a time.
 */
export const suspiciousDeaths = 2

/** High, because workers die for many reasons, and no document may be lost for those. */
const maxDeaths = 25
/** Low, because the item that ran when the event loop stalled is the cause. */
const maxEventLoopStalls = 2

/** Says what an item has done to its workers if it must not run again: `crashed 25 times`. */
export function findPoisonReason({ deaths, eventLoopStalls }: ClaimedWorkItem): string | undefined {
  if (eventLoopStalls >= maxEventLoopStalls) return `stopped responding ${eventLoopStalls} times`
  return deaths >= maxDeaths ? `crashed ${deaths} times` : undefined
}

/**
 * Ends a run without an outcome: its item was taken over, released or cancelled. Nothing of the run may be
 * stored.
 */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'

  constructor() {
    super('Another worker took over this job.')
  }
}
