import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { describeFailure } from '../describe-failure.ts'
import type { Events } from '../events/events.ts'
import type { Log } from '../log/log.ts'
import {
  announceWork,
  type SlotKind,
  workCancelledEvent,
  workWaitingEvent,
} from './announce-work.ts'
import { coalesce } from './coalesce.ts'
import {
  type ByPriority,
  type ConcurrencyLimits,
  limitsOfAllWorkers,
  limitsOfWorker,
  type Share,
} from './limits.ts'
import { releaseItem, runWorkItem } from './run-work-item.ts'
import type { WorkerSlotPool } from './slot-pool.ts'
import { watchHeldItems } from './watch-held-items.ts'
import { loadEventLoopStalls } from './watchdog/event-loop-stalls.ts'
import {
  type ClaimedWorkItem,
  type Lease,
  suspiciousDeaths,
  type WorkItem,
  type WorkQueue,
} from './work-queue.ts'

type RunQueuesOptions<Dependencies> = {
  readonly queues: readonly WorkQueue<Dependencies>[]
  readonly needs: Dependencies
  readonly db: Db
  readonly events: Events
  readonly slots: WorkerSlotPool
  readonly slotKind: SlotKind
  readonly workerId: string
  readonly share: () => Share
  readonly limits: ByPriority<ConcurrencyLimits>
  /** Whether other workers may claim at the same moment. */
  readonly isShared: boolean
  readonly log: Pick<Log, 'warn' | 'error'>
  /** Notifications can be missed, so waiting items are also looked for at this interval. */
  readonly lookEverySeconds?: number
}

export type QueueRunner = {
  /**
   * Claims nothing more, lets running items end, and releases the rest. Resolves after `withinSeconds` at
   * the latest.
   */
  stop(limit: { readonly withinSeconds: number }): Promise<void>
}

const checkEverySeconds = 15

/** Claims and runs the items of the queues while there are free slots. */
export function runQueues<Dependencies>(options: RunQueuesOptions<Dependencies>): QueueRunner {
  const { events, slots, slotKind, log, lookEverySeconds = 2 } = options
  const stopController = new AbortController()
  /** Whether items may wait that the last look did not claim. */
  let mayWait = true

  const context: ClaimContext<Dependencies> = {
    ...options,
    stopSignal: stopController.signal,
    suspiciousIds: new Set(),
    claimedIds: new Set(),
  }
  const claim = coalesce(async () => {
    try {
      const hasMore: boolean[] = []
      for (const queue of options.queues) hasMore.push(await claimFrom(context, queue))
      mayWait = hasMore.includes(true)
    } catch (error) {
      const reason = describeFailure(error)
      log.warn({ reason }, 'waiting work could not be claimed; retrying')
    }
  })

  // Before the claim of the same look, so that a retry does not wait for the next one.
  const wakeAndClaim = async () => {
    try {
      for (const queue of options.queues) await queue.wake(options.db)
    } catch (error) {
      const reason = describeFailure(error)
      log.warn({ reason }, 'sleeping work could not be woken; retrying')
    }
    await claim()
  }

  const unsubscribe = [
    events.subscribe(workWaitingEvent, ({ slots: kind = slotKind }) => {
      if (kind === slotKind) void claim()
    }),
    events.subscribe(workCancelledEvent, ({ ids }) => {
      for (const id of ids) slots.inHand.cancel(id)
    }),
  ]
  slots.onFree(() => {
    if (mayWait) void claim()
  })
  const looks = [
    repeat(lookEverySeconds, wakeAndClaim, stopController.signal),
    repeat(checkEverySeconds, watchHeldItems(options), stopController.signal),
  ]

  return {
    async stop({ withinSeconds }) {
      stopController.abort()
      for (const end of unsubscribe) end()
      // A claim that a notification began would otherwise end after the release.
      await Promise.all([...looks, claim()])
      slots.close()
      const isHandedOver = slots.inHand.ids.size > 0
      await Promise.race([slots.inHand.idle(), sleep(withinSeconds * 1000)])
      for (const queue of options.queues) await releaseHeld(options, queue)
      if (isHandedOver) await announceWork(options, slotKind)
    },
  }
}

/** Any number will do that nothing else in the database uses for an advisory lock. */
export const claimLock = 7_265_637_403

/** Workers claim one after the other: two that count at the same moment would both fill the same room. */
function claimInTurn<T>(db: Db, claim: (transaction: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${claimLock})`.execute(transaction)
    return claim(transaction)
  })
}

/** The only worker needs no lock. */
const claimImmediately: typeof claimInTurn = (db, claim) => claim(db)

type ClaimContext<Dependencies> = RunQueuesOptions<Dependencies> & {
  readonly suspiciousIds: Set<string>
  readonly claimedIds: Set<string>
  readonly stopSignal: AbortSignal
}

/** Returns whether there may be more to claim. */
async function claimFrom<Dependencies>(
  context: ClaimContext<Dependencies>,
  queue: WorkQueue<Dependencies>,
): Promise<boolean> {
  const { db, slots, workerId, isShared, suspiciousIds, claimedIds, stopSignal } = context
  const { awaited: freeAwaited, batch } = slots.free
  if (freeAwaited + batch === 0 || stopSignal.aborted) return true
  const priorities = { awaited: freeAwaited > 0, batch: batch > 0 }
  // Most looks find nothing, and this question costs a fraction of a claim.
  if (!(await queue.isWaiting(db, priorities))) return freeAwaited === 0 || batch === 0
  const maxSuspicious = suspiciousIds.size === 0 ? 1 : 0
  const freeLimits = {
    awaited: { ...context.limits.awaited, max: freeAwaited },
    batch: { ...context.limits.batch, max: batch },
  }
  const share = context.share()
  const limits = limitsOfAllWorkers(freeLimits, share)
  const ownLimits = limitsOfWorker(freeLimits, share)
  const claimItems = isShared ? claimInTurn : claimImmediately
  const items = await claimItems(db, (transaction) =>
    queue.claim(transaction, { workerId, limits, ownLimits, maxSuspicious }),
  )
  await startAll(context, queue, items)
  // Items may be waiting only because their group or organization is at its limit: look again when a
  // running item ends.
  const isBusy = claimedIds.size > 0 || slots.free.batch < context.limits.batch.max
  return items.length > 0 || maxSuspicious === 0 || isBusy
}

async function startAll<Dependencies>(
  context: ClaimContext<Dependencies>,
  queue: WorkQueue<Dependencies>,
  items: readonly WorkItem[],
): Promise<void> {
  // A stalled event loop ends in the death of its worker, so only items with a death can have one.
  const idsWithDeaths = items.filter(({ deaths }) => deaths > 0).map(({ id }) => id)
  const stallsById = await loadEventLoopStalls(context.db, idsWithDeaths)
  for (const item of items) {
    void start(context, queue, { ...item, eventLoopStalls: stallsById.get(item.id) ?? 0 })
  }
}

async function start<Dependencies>(
  context: ClaimContext<Dependencies>,
  queue: WorkQueue<Dependencies>,
  item: ClaimedWorkItem,
): Promise<void> {
  const { slots, needs, suspiciousIds, claimedIds, workerId } = context
  const [slot] = slots.acquire(item, 1)
  if (!slot) return releaseItem(context, queue, { id: item.id, workerId })
  if (item.deaths >= suspiciousDeaths) suspiciousIds.add(item.id)
  claimedIds.add(item.id)
  const run = (lease: Lease) =>
    // Before its slot is free, because a free slot claims the next item.
    queue.run(needs, item, lease).finally(() => {
      suspiciousIds.delete(item.id)
      claimedIds.delete(item.id)
    })
  return runWorkItem(context, queue, { item, slot }, run)
}

/** A stop goes on without the database: the items look like those of a dead worker. */
async function releaseHeld(
  { db, workerId, log }: Pick<RunQueuesOptions<never>, 'db' | 'workerId' | 'log'>,
  queue: Pick<WorkQueue<never>, 'name' | 'release'>,
): Promise<void> {
  await queue.release(db, { of: [workerId], isDeath: false }).catch((error: unknown) => {
    const reason = describeFailure(error)
    log.warn({ work: queue.name, reason }, 'items could not be released; another worker does it')
  })
}

async function repeat(
  seconds: number,
  act: () => Promise<void>,
  until: AbortSignal,
): Promise<void> {
  while (!until.aborted) {
    await act()
    await sleep(seconds * 1000, undefined, { signal: until }).catch(() => until.aborted)
  }
}
