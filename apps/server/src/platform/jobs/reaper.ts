import { setTimeout as sleep } from 'node:timers/promises'
import type { DBOSClient } from '@dbos-inc/dbos-sdk'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { describeFailure } from '../describe-failure.ts'
import type { LeasedWork, Release } from '../leases/leases.ts'
import type { HeartbeatMonitor } from '../leases/pulse.ts'
import type { JobsLog } from './dbos.ts'
import { deleteFinished } from './delete-finished.ts'
import { findStranded } from './find-stranded.ts'
import { deleteExpired, deleteHeartbeats, listExpired, listWorkers } from './heartbeat.ts'
import { listRunning, putBack } from './move-jobs.ts'
import { recordDeaths } from './poison-jobs.ts'

export type Reaper = {
  readonly client: DBOSClient
  /** Connections of its own, so that a busy pool does not make a living worker look dead. */
  readonly db: Db
  readonly executorId: string
  /** Beats for this worker. */
  readonly pulse: HeartbeatMonitor
  readonly jobNames: readonly string[]
  /** Runs whose handlers this process is in; of one job there may be two, the first of them lost. */
  readonly inHand: ReadonlySet<{ readonly jobId: string }>
  readonly log: JobsLog
  readonly timing: Timing
  /** Lets every worker know of jobs that were put back. */
  readonly announce: () => Promise<void>
  /** … and of rows of leased work. */
  readonly announceWork: () => Promise<void>
  /** Work that is claimed in tables of the feature modules. */
  readonly leasedWork: readonly Pick<LeasedWork<never>, 'release'>[]
}

export type Timing = {
  readonly beatSeconds: number
  /** The lease of a worker: without a heartbeat for so long it is taken to be dead. */
  readonly leaseSeconds: number
  readonly checkSeconds: number
  readonly keepDays: number
}

/** Any number will do, as long as nothing else in the database uses it for an advisory lock. */
const lock = 7_265_637_401

/** Renews the lease of this worker and takes over the work of dead ones, until the signal comes. */
export async function runReaper(reaper: Reaper, until: AbortSignal): Promise<void> {
  const { beatSeconds, checkSeconds } = reaper.timing
  await Promise.all([
    repeat(beatSeconds, beatAndReap(reaper), { reaper, until }),
    repeat(checkSeconds, () => exclusively(reaper.db, () => inspect(reaper)), { reaper, until }),
    repeat(checkSeconds, returnUnstarted(reaper), { reaper, until }),
  ])
}

/**
 * Only a worker that has itself been steady for a whole lease judges others: after an outage of the
 * database, or after this process was suspended, every heartbeat looks old.
 */
function beatAndReap(reaper: Reaper): () => Promise<void> {
  const { db, pulse, timing } = reaper
  const lease = timing.leaseSeconds * 1000
  // When all stood still for less, nobody's heartbeat looks old by that.
  const standstill = Math.max(lease / 2, lease - 2 * timing.beatSeconds * 1000)
  let steadySince: number | undefined
  let lastBeat = performance.now()
  return async () => {
    if (performance.now() - lastBeat > standstill) steadySince = undefined
    await pulse.renew().catch((error: unknown) => {
      steadySince = undefined
      throw error
    })
    lastBeat = performance.now()
    steadySince ??= lastBeat
    if (lastBeat - steadySince < lease) return

    if ((await listExpired(db, timing.leaseSeconds)).length === 0) return
    await exclusively(db, async () => {
      // Whoever has beaten since is not among them; whoever beats later has lost nothing that it claims then.
      const expiredIds = await deleteExpired(db, timing.leaseSeconds)
      if (expiredIds.length > 0) await takeOver(reaper, expiredIds)
    })
  }
}

type TakingOver = Pick<Reaper, 'client' | 'db' | 'log' | 'leasedWork' | 'announce' | 'announceWork'>

/**
 * Puts the work of dead workers back into the queue: of those that have no heartbeat any more. When this process ends
 * in the middle, the next inspection finds what it has left.
 */
async function takeOver(
  { client, db, log, leasedWork, announce, announceWork }: TakingOver,
  executorIds: readonly string[],
): Promise<void> {
  const dead = { of: executorIds, onlySilent: true, isDeath: true }
  const rows = await releaseAll(leasedWork, db, dead)
  if (rows > 0) await announceWork()
  const lostJobs = await listRunning(client, executorIds)
  if (lostJobs.length + rows > 0) {
    log.warn(
      { workers: executorIds, jobs: lostJobs.length + rows },
      'a worker died; its jobs are restarted',
    )
  }
  if (lostJobs.length > 0) {
    await recordDeaths(
      db,
      lostJobs.map(({ workflowID }) => workflowID),
    )
    await putBack(client, lostJobs)
    await announce()
  }
}

/** For a worker that knows itself to be the only one: what others had begun is lost. */
export async function takeOverAll(reaper: TakingOver & Pick<Reaper, 'executorId'>) {
  const knownIds = [...(await listWorkers(reaper.db)), ...(await listOwners(reaper.client))]
  const otherIds = [...new Set(knownIds)].filter((id) => id !== reaper.executorId)
  await deleteHeartbeats(reaper.db, otherIds)
  if (otherIds.length > 0) await takeOver(reaper, otherIds)
  const livingIds = [reaper.executorId]
  await releaseAll(reaper.leasedWork, reaper.db, { living: livingIds, isDeath: true })
}

async function releaseAll(
  leasedWork: Reaper['leasedWork'],
  db: Db,
  release: Release,
): Promise<number> {
  let count = 0
  for (const work of leasedWork) count += await work.release(db, release)
  return count
}

/**
 * When a connection is cut between a claim and its reply, the job belongs to a worker that knows
 * nothing of it. What is not in hand at two checks in a row is such a job.
 */
function returnUnstarted({
  client,
  executorId,
  inHand,
  log,
  announce,
}: Reaper): () => Promise<void> {
  let unstartedIds = new Set<string>()
  return async () => {
    const claimedJobs = await listRunning(client, [executorId])
    const inHandIds = new Set([...inHand].map(({ jobId }) => jobId))
    const unknownJobs = claimedJobs.filter(({ workflowID }) => !inHandIds.has(workflowID))
    const lostJobs = unknownJobs.filter(({ workflowID }) => unstartedIds.has(workflowID))
    unstartedIds = new Set(unknownJobs.map(({ workflowID }) => workflowID))
    if (lostJobs.length === 0) return
    log.warn(
      { jobs: lostJobs.length },
      'claimed jobs were not started; they are returned to the queue',
    )
    await putBack(client, lostJobs)
    await announce()
  }
}

async function inspect(reaper: Reaper): Promise<void> {
  const { client, db, log, timing } = reaper
  // In this order: a worker beats before it claims anything.
  const owners = await listOwners(client)
  const knownWorkers = await listWorkers(db)
  const unknownOwners = owners.filter((id) => !knownWorkers.includes(id))
  if (unknownOwners.length > 0) await takeOver(reaper, unknownOwners)
  await releaseAll(reaper.leasedWork, db, { onlySilent: true, isDeath: true })

  for (const { reason, jobs } of await findStranded(client, reaper.jobNames)) {
    log.error(
      { reason, jobs: jobs.slice(0, 5), count: jobs.length },
      'jobs are not being picked up',
    )
  }
  await deleteFinished({ client, db, keepDays: timing.keepDays })
}

async function listOwners(client: DBOSClient): Promise<string[]> {
  const owners = (await listRunning(client)).map(({ executorId }) => executorId ?? '')
  return [...new Set(owners)]
}

/** One worker at a time acts; the others skip it. */
async function exclusively(db: Db, act: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      held: boolean
    }>`select pg_try_advisory_xact_lock(${lock}) as held`.execute(trx)
    if (rows[0]?.held) await act()
  })
}

type RepeatOptions = { readonly reaper: Reaper; readonly until: AbortSignal }

async function repeat(
  seconds: number,
  act: () => Promise<void>,
  { reaper, until }: RepeatOptions,
): Promise<void> {
  while (!until.aborted) {
    await act().catch((error: unknown) => {
      const reason = describeFailure(error)
      reaper.log.warn({ reason }, 'checking the workers failed and will be retried')
    })
    await sleep(seconds * 1000, undefined, { signal: until }).catch(() => until.aborted)
  }
}
