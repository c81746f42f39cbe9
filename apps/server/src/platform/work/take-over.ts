import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { describeFailure } from '../describe-failure.ts'
import type { Log } from '../log/log.ts'
import {
  deleteExpiredHeartbeats,
  deleteOtherHeartbeats,
  type HeartbeatMonitor,
  secondsToExpiry,
} from './heartbeats.ts'
import type { ReleaseRequest, WorkQueue } from './work-queue.ts'

export type WorkerWatch = {
  /** Connections of its own, so that a busy pool does not make a living worker look dead. */
  readonly db: Db
  readonly workerId: string
  readonly heartbeat: HeartbeatMonitor
  readonly queues: readonly Pick<WorkQueue<never>, 'release'>[]
  readonly log: Pick<Log, 'warn'>
  readonly timing: Timing
  readonly announceWork: () => Promise<void>
  /** Work on the tables of the engine that one worker does at a time, at every check. */
  readonly maintain: () => Promise<void>
}

export type Timing = {
  readonly beatSeconds: number
  /** A worker without a heartbeat for so long is taken for dead. */
  readonly leaseSeconds: number
  readonly checkSeconds: number
}

/** Any number will do that nothing else in the database uses for an advisory lock. */
const lock = 7_265_637_401

/** Sends the heartbeats of this worker and takes over the items of dead ones, until the signal aborts. */
export async function watchWorkers(watch: WorkerWatch, until: AbortSignal): Promise<void> {
  const { beatSeconds } = watch.timing
  const { beat, isSteady } = openSteadyBeat(watch)
  // Heartbeats wait for nothing else: a takeover or an inspection may meet rows that somebody has locked.
  await Promise.all([
    repeat(() => beat().then(() => beatSeconds), { watch, until }),
    repeat(checkOthers(watch, isSteady), { watch, until }),
  ])
}

/** One for heartbeats, and two for the check: its lock, and what it does. */
export const watchConnections = 3

function checkOthers(watch: WorkerWatch, isSteady: () => boolean): () => Promise<number> {
  let inspectAt = performance.now()
  return async () => {
    const secondsToNextCheck = await takeOverIfExpired(watch, isSteady)
    if (performance.now() < inspectAt) return secondsToNextCheck
    inspectAt = performance.now() + watch.timing.checkSeconds * 1000
    await withLock(watch.db, () => inspect(watch))
    return secondsToNextCheck
  }
}

/**
 * Only a worker that has itself been steady for a whole lease judges others: after an outage of the
 * database, or after this process was suspended, every heartbeat looks old.
 */
function openSteadyBeat({ heartbeat, timing }: Pick<WorkerWatch, 'heartbeat' | 'timing'>) {
  const lease = timing.leaseSeconds * 1000
  // If all processes were suspended for less than this, no heartbeat looks old because of it.
  const maxPause = Math.max(lease / 2, lease - 2 * timing.beatSeconds * 1000)
  let steadySince: number | undefined
  let lastBeat = performance.now()
  return {
    async beat() {
      const time = performance.now()
      if (time - lastBeat > maxPause) steadySince = undefined
      await heartbeat.renew().catch((error: unknown) => {
        steadySince = undefined
        throw error
      })
      lastBeat = time
      steadySince ??= time
    },
    isSteady() {
      const now = performance.now()
      return steadySince !== undefined && now - steadySince >= lease && now - lastBeat <= maxPause
    },
  }
}

/**
 * Takes over the items of dead workers. Returns the seconds after which to check again: the next heartbeat to
 * expire decides, so that nobody waits for dead workers longer than a lease.
 */
async function takeOverIfExpired(watch: WorkerWatch, isSteady: () => boolean): Promise<number> {
  const { db, timing } = watch
  const seconds = await secondsToExpiry(db, timing.leaseSeconds)
  if (seconds === undefined) return timing.beatSeconds
  if (seconds > 0) return Math.min(seconds + 0.01, timing.beatSeconds)
  if (!isSteady()) return timing.beatSeconds / 4
  await withLock(db, async () => {
    // This process may have been suspended since.
    if (!isSteady()) return
    // A worker that has sent a heartbeat since is not among them; one that sends it later has lost
    // nothing that it claims then.
    const deadIds = await deleteExpiredHeartbeats(db, timing.leaseSeconds)
    if (deadIds.length === 0) return
    await takeOver(watch, deadIds)
    await watch.maintain()
  })
  return timing.beatSeconds / 4
}

type TakeOverDependencies = Pick<WorkerWatch, 'db' | 'log' | 'queues' | 'announceWork'>

/** If this process ends in the middle, the next inspection releases the rest. */
async function takeOver(
  { db, log, queues, announceWork }: TakeOverDependencies,
  deadIds: readonly string[],
): Promise<void> {
  const count = await releaseAll(queues, db, { of: deadIds, onlySilent: true, isDeath: true })
  if (count === 0) return
  log.warn({ workers: deadIds, items: count }, 'a worker died; its work is restarted')
  await announceWork()
}

/** Takes over everything, for a worker that knows itself to be the only one. */
export async function takeOverAll(
  watch: Pick<WorkerWatch, 'db' | 'queues' | 'workerId'>,
): Promise<void> {
  const { db, queues, workerId } = watch
  await deleteOtherHeartbeats(db, workerId)
  await releaseAll(queues, db, { living: [workerId], isDeath: true })
}

async function inspect({ db, queues, maintain }: WorkerWatch): Promise<void> {
  await releaseAll(queues, db, { onlySilent: true, isDeath: true })
  await maintain()
}

async function releaseAll(
  queues: WorkerWatch['queues'],
  db: Db,
  request: ReleaseRequest,
): Promise<number> {
  let count = 0
  for (const queue of queues) count += await queue.release(db, request)
  return count
}

/** One worker at a time acts; the others skip it. */
async function withLock(db: Db, act: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{
      isLocked: boolean
    }>`select pg_try_advisory_xact_lock(${lock}) as "isLocked"`.execute(transaction)
    if (rows[0]?.isLocked) await act()
  })
}

type RepeatOptions = {
  readonly watch: Pick<WorkerWatch, 'log' | 'timing'>
  readonly until: AbortSignal
}

/** Acts until the signal aborts. An act returns the seconds after which the next one is due. */
async function repeat(act: () => Promise<number>, { watch, until }: RepeatOptions): Promise<void> {
  while (!until.aborted) {
    const seconds = await act().catch((error: unknown) => {
      const reason = describeFailure(error)
      watch.log.warn({ reason }, 'checking the workers failed and will be retried')
      return watch.timing.beatSeconds
    })
    await sleep(seconds * 1000, undefined, { signal: until }).catch(() => until.aborted)
  }
}
