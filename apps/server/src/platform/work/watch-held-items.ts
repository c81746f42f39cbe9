import type { Db } from '../db/database.ts'
import { describeFailure } from '../describe-failure.ts'
import type { Log } from '../log/log.ts'
import type { ItemsInHand } from './in-hand.ts'
import type { WorkQueue } from './work-queue.ts'

type WatchedQueue = Pick<WorkQueue<never>, 'name' | 'release' | 'listHeld'>

type WatchHeldOptions = {
  readonly db: Db
  readonly queues: readonly WatchedQueue[]
  readonly slots: { readonly inHand: ItemsInHand }
  readonly workerId: string
  readonly log: Pick<Log, 'warn'>
}

/**
 * Compares the items that this worker holds with those that it runs. If a connection is cut between a claim
 * and its reply, the worker holds an item without knowing; if it misses a notification, it runs an item that
 * was cancelled. Whatever differs at two checks in a row is released or abandoned.
 */
export function watchHeldItems({ db, queues, slots, workerId, log }: WatchHeldOptions) {
  const { inHand } = slots
  let previousUnstarted = new Set<string>()
  let previousLost = new Set<string>()

  const releaseUnstarted = async (queue: WatchedQueue, unknownIds: readonly string[]) => {
    const ids = unknownIds.filter((id) => previousUnstarted.has(id))
    if (ids.length === 0) return
    log.warn({ work: queue.name, items: ids.length }, 'claimed items were not started')
    await queue.release(db, { of: [workerId], ids, isDeath: false })
  }

  const check = async () => {
    const runningIds = inHand.ids
    const heldIds = new Set<string>()
    const unstartedIds: string[] = []
    for (const queue of queues) {
      const ids = await queue.listHeld(db, workerId)
      const unknownIds = ids.filter((id) => !inHand.ids.has(id))
      await releaseUnstarted(queue, unknownIds)
      for (const id of ids) heldIds.add(id)
      unstartedIds.push(...unknownIds)
    }
    previousUnstarted = new Set(unstartedIds)
    const lostIds = [...runningIds].filter((id) => !heldIds.has(id))
    for (const id of lostIds) if (previousLost.has(id)) inHand.abandon(id)
    previousLost = new Set(lostIds)
  }

  return () =>
    check().catch((error: unknown) => {
      log.warn({ reason: describeFailure(error) }, 'the items of this worker could not be checked')
    })
}
