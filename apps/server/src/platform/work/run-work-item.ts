import type { Db } from '../db/database.ts'
import { describeFailure } from '../describe-failure.ts'
import type { Log } from '../log/log.ts'
import { retryThroughOutage } from './retry-through-outage.ts'
import type { WorkSlot } from './slot-pool.ts'
import { runWithWorkId } from './watchdog/at-work.ts'
import { type Lease, LeaseLostError, type WorkItem, type WorkQueue } from './work-queue.ts'

type RunItemDependencies = { readonly db: Db; readonly log: Pick<Log, 'warn' | 'error'> }

type ItemQueue = Pick<WorkQueue<never>, 'name' | 'release' | 'listHeld'>

type ItemInSlot = { readonly item: Pick<WorkItem, 'id'>; readonly slot: WorkSlot }

/**
 * Runs an item in a slot of this process. Never rejects: an item whose run breaks off is released, and one
 * that cannot even be released is found by the next check of what the worker holds.
 */
export async function runWorkItem(
  { db, log }: RunItemDependencies,
  queue: ItemQueue,
  { item, slot }: ItemInSlot,
  run: (lease: Lease) => Promise<void>,
): Promise<void> {
  const { workerId } = slot
  try {
    await slot.run(item.id, (slotHandle, abandon) => {
      const knownBeats = { missed: slot.heartbeat.missedBeats() }
      const { signal } = slotHandle
      const assertHeld = () =>
        confirmHeld({ db, log }, queue, { item, slot, signal, abandon, knownBeats })
      return runWithWorkId(item.id, () => run({ ...slotHandle, workerId, assertHeld }))
    })
    return
  } catch (error) {
    if (!(error instanceof LeaseLostError)) {
      log.error({ err: error, work: queue.name, item: item.id }, 'the work was interrupted')
    }
  }
  await releaseItem({ db, log }, queue, { id: item.id, workerId })
}

type HeldItem = ItemInSlot & {
  readonly signal: AbortSignal
  readonly abandon: () => void
  /** The missed heartbeats up to which the item is known to be held. */
  readonly knownBeats: { missed: number }
}

/**
 * A process that was suspended may have been taken for dead, even if it has sent heartbeats since. It sends
 * one before it asks: what it holds then, nobody takes from it for a whole lease.
 */
async function confirmHeld(
  { db, log }: RunItemDependencies,
  { listHeld }: ItemQueue,
  { item, slot: { workerId, heartbeat }, signal, abandon, knownBeats }: HeldItem,
): Promise<void> {
  const isSure = () => heartbeat.isFresh() && heartbeat.missedBeats() === knownBeats.missed
  // Repeated, because the process may be suspended again while it waits for the database.
  while (!signal.aborted && !isSure()) {
    const heldIds = await retryThroughOutage({ db, log }, { signal }, async () => {
      await heartbeat.renew()
      const missedCount = heartbeat.missedBeats()
      const allIds = await listHeld(db, workerId)
      knownBeats.missed = missedCount
      return allIds
    })
    if (!heldIds.includes(item.id)) abandon()
  }
  if (signal.aborted) throw new LeaseLostError()
}

export async function releaseItem(
  { db, log }: RunItemDependencies,
  queue: Pick<ItemQueue, 'name' | 'release'>,
  { id, workerId }: { readonly id: string; readonly workerId: string },
): Promise<void> {
  await queue.release(db, { of: [workerId], ids: [id], isDeath: false }).catch((error: unknown) => {
    const reason = describeFailure(error)
    log.warn({ work: queue.name, item: id, reason }, 'an item could not be released yet')
  })
}
