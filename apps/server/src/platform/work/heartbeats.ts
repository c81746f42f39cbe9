import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type Share, shareOf, wholeShare } from './limits.ts'

/** What a worker knows about its own heartbeat: whether others may have taken it for dead. */
export type HeartbeatMonitor = {
  /** Whether the last heartbeat is so recent that nobody can have. */
  isFresh(): boolean
  /** How often there was no heartbeat for so long that others may have taken over its items. */
  missedBeats(): number
  /** Sends a heartbeat. What the worker holds after that is its own for a whole lease. */
  renew(): Promise<void>
}

type HeartbeatMonitorOptions = {
  readonly beat: () => Promise<void>
  readonly leaseSeconds: number
  readonly now?: () => number
}

/**
 * Counts from before a heartbeat was sent, because the database may store it immediately and reply late.
 */
function openHeartbeatMonitor({
  beat,
  leaseSeconds,
  now = () => performance.now(),
}: HeartbeatMonitorOptions): HeartbeatMonitor {
  const lease = leaseSeconds * 1000
  let last = Number.NEGATIVE_INFINITY
  let missedCount = 0
  return {
    isFresh: () => now() - last < lease,
    missedBeats: () => missedCount,
    async renew() {
      const time = now()
      const isLate = time - last >= lease
      await beat()
      if (isLate) missedCount += 1
      last = time
    },
  }
}

type WorkerHeartbeatOptions = {
  /** Connections of its own, so that a busy pool does not make a living worker look dead. */
  readonly db: Db
  readonly workerId: string
  readonly leaseSeconds: number
  readonly isOnlyWorker: boolean
}

/** Opens the heartbeat of a worker, from which it also learns its share of the limits. */
export function openHeartbeat({
  db,
  workerId,
  leaseSeconds,
  isOnlyWorker,
}: WorkerHeartbeatOptions): {
  readonly heartbeat: HeartbeatMonitor
  readonly share: () => Share
} {
  let share = wholeShare
  const heartbeat = openHeartbeatMonitor({
    async beat() {
      const liveWorkerIds = await recordHeartbeat(db, { workerId, leaseSeconds })
      if (!isOnlyWorker) share = shareOf(workerId, liveWorkerIds)
    },
    leaseSeconds,
  })
  return { heartbeat, share: () => share }
}

type HeartbeatOwner = { readonly workerId: string; readonly leaseSeconds: number }

/**
 * Stores a heartbeat and returns the workers that are alive. Times are those of the database, so that the
 * clocks of machines need not agree.
 */
export async function recordHeartbeat(
  db: Db,
  { workerId, leaseSeconds }: HeartbeatOwner,
): Promise<readonly string[]> {
  const { rows } = await sql<{ executor_id: string }>`
    with beaten as (
      insert into worker_heartbeat (executor_id, host, process_id)
      values (${workerId}, ${hostname()}, ${process.pid})
      on conflict (executor_id) do update set beat_at = now()
    )
    select executor_id from worker_heartbeat
    where beat_at >= now() - make_interval(secs => ${leaseSeconds})`.execute(db)
  return rows.map((row) => row.executor_id)
}

const isExpired = (leaseSeconds: number) =>
  sql<boolean>`beat_at < now() - make_interval(secs => ${leaseSeconds})`

/** Returns the seconds until the oldest heartbeat expires, which are 0 or less if it has; `undefined` without one. */
export async function secondsToExpiry(db: Db, leaseSeconds: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('worker_heartbeat')
    .select(sql<number | null>`extract(epoch from min(beat_at) - now())::float8`.as('seconds'))
    .executeTakeFirst()
  return row?.seconds == null ? undefined : row.seconds + leaseSeconds
}

/** Deletes the heartbeats of dead workers and returns the workers. */
export async function deleteExpiredHeartbeats(
  db: Db,
  leaseSeconds: number,
): Promise<readonly string[]> {
  const rows = await db
    .deleteFrom('worker_heartbeat')
    .where(isExpired(leaseSeconds))
    .returning('executor_id')
    .execute()
  return rows.map((row) => row.executor_id)
}

/** Deletes the heartbeat of a worker that has stopped. */
export async function deleteHeartbeat(db: Db, workerId: string): Promise<void> {
  await db.deleteFrom('worker_heartbeat').where('executor_id', '=', workerId).execute()
}

/** Deletes all heartbeats but that of the only worker. */
export async function deleteOtherHeartbeats(db: Db, workerId: string): Promise<void> {
  await db.deleteFrom('worker_heartbeat').where('executor_id', '<>', workerId).execute()
}
