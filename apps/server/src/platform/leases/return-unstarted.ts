import type { Db } from '../db/database.ts'
import { describeFailure } from '../describe-failure.ts'
import type { Log } from '../log/log.ts'
import type { LeasedWork } from './leases.ts'
import type { WorkerSlotPool } from './slot-pool.ts'

type ReturnUnstartedOptions = {
  readonly db: Db
  readonly work: readonly Pick<LeasedWork<never>, 'name' | 'release' | 'listHeld'>[]
  readonly slots: WorkerSlotPool
  readonly workerId: string
  readonly log: Pick<Log, 'warn'>
}

/**
 * When a connection is cut between a claim and its reply, the row belongs to a worker that knows
 * nothing of it. What is not in hand at two checks in a row is such a row, and is given back.
 */
export function returnUnstartedRows({ db, work, slots, workerId, log }: ReturnUnstartedOptions) {
  let previousIds = new Set<string>()

  const check = async () => {
    const unstartedIds = new Set<string>()
    for (const one of work) {
      const heldIds = await one.listHeld(db, workerId)
      const unknownIds = heldIds.filter((id) => !slots.inHand.ids.has(id))
      for (const id of unknownIds) unstartedIds.add(id)
      const lostIds = unknownIds.filter((id) => previousIds.has(id))
      if (lostIds.length === 0) continue
      log.warn({ work: one.name, rows: lostIds.length }, 'claimed rows were not started')
      await one.release(db, { of: [workerId], ids: lostIds, isDeath: false })
    }
    previousIds = unstartedIds
  }

  return () =>
    check().catch((error: unknown) => {
      log.warn({ reason: describeFailure(error) }, 'leases could not be checked')
    })
}
