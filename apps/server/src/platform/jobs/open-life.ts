import type { Db } from '../db/database.ts'
import { type HeartbeatMonitor, openHeartbeatMonitor } from '../leases/pulse.ts'
import { type Share, shareOf, whole } from '../leases/share.ts'
import { beat } from './heartbeat.ts'

type OpenLifeOptions = {
  /** Connections of its own. */
  readonly db: Db
  readonly workerId: string
  readonly leaseSeconds: number
  readonly isOnlyWorker?: boolean
}

/** How a worker shows that it lives, and what it learns of the others by that. */
export function startHeartbeat({ db, workerId, leaseSeconds, isOnlyWorker }: OpenLifeOptions): {
  readonly pulse: HeartbeatMonitor
  readonly share: () => Share
} {
  let share = whole
  const pulse = openHeartbeatMonitor({
    async beat() {
      const liveWorkerIds = await beat(db, { executorId: workerId, leaseSeconds })
      if (!isOnlyWorker) share = shareOf(workerId, liveWorkerIds)
    },
    leaseSeconds,
  })
  return { pulse, share: () => share }
}
