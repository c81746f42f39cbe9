import { setTimeout as sleep } from 'node:timers/promises'
import type { DBOSClient } from '@dbos-inc/dbos-sdk'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { describeFailure } from '../describe-failure.ts'
import { deleteFinished } from './delete-finished.ts'
import type { JobsLog } from './engine.ts'
import { findStranded } from './find-stranded.ts'
import { beat, forget, listKnown, listStale } from './heartbeat.ts'
import { recordLosses } from './job-losses.ts'
import { listRunning, putBack } from './move-jobs.ts'

export type Care = {
  readonly client: DBOSClient
  /** Connections of its own, so that a busy pool does not make a living worker look dead. */
  readonly db: Db
  readonly executorId: string
  readonly jobNames: readonly string[]
  /** Runs whose handlers this process is in; of one job there may be two, the first of them lost. */
  readonly inHand: ReadonlySet<{ readonly jobId: string }>
  readonly log: JobsLog
  readonly timing: Timing
}

export type Timing = {
  readonly beatSeconds: number
  /** A worker that has not shown a heartbeat for so long is taken to be dead. */
  readonly lifeSeconds: number
  readonly checkSeconds: number
  readonly keepDays: number
}

/** Any number will do, as long as nothing else in the database uses it for an advisory lock. */
const lock = 7_265_637_401

/** Shows that this worker lives and looks after the work of those that do not, until the signal comes. */
export async function careFor(care: Care, until: AbortSignal): Promise<void> {
  const { beatSeconds, checkSeconds } = care.timing
  await Promise.all([
    repeat(beatSeconds, watchOver(care), { care, until }),
    repeat(checkSeconds, () => alone(care.db, () => check(care)), { care, until }),
    repeat(checkSeconds, returnUnknown(care), { care, until }),
  ])
}

/**
 * Only a worker that has itself been steady for a whole life judges others: after an outage of the
 * database, or after this process was suspended, every heartbeat looks old.
 */
function watchOver(care: Care): () => Promise<void> {
  const { db, executorId, timing } = care
  const life = timing.lifeSeconds * 1000
  let steadySince: number | undefined
  let lastBeat = performance.now()
  return async () => {
    if (performance.now() - lastBeat > life / 2) steadySince = undefined
    await beat(db, executorId).catch((error: unknown) => {
      steadySince = undefined
      throw error
    })
    lastBeat = performance.now()
    steadySince ??= lastBeat
    if (lastBeat - steadySince < life) return

    const stale = await listStale(db, timing.lifeSeconds)
    if (stale.length > 0) await alone(db, () => takeOver(care, stale))
  }
}

/** Puts the work of dead workers back into the queue. */
export async function takeOver(
  { client, db, log }: Pick<Care, 'client' | 'db' | 'log'>,
  executorIds: readonly string[],
): Promise<void> {
  const lost = await listRunning(client, executorIds)
  if (lost.length > 0) {
    log.warn(
      { workers: executorIds, jobs: lost.length },
      'a worker died; its jobs are started again',
    )
    await recordLosses(
      db,
      lost.map(({ workflowID }) => workflowID),
    )
    await putBack(client, lost)
  }
  await forget(db, executorIds)
}

/** For a worker that knows itself to be the only one: what others had begun is lost. */
export async function takeOverAll(care: Pick<Care, 'client' | 'db' | 'log' | 'executorId'>) {
  const known = [...(await listKnown(care.db)), ...(await listOwners(care.client))]
  const others = [...new Set(known)].filter((id) => id !== care.executorId)
  if (others.length > 0) await takeOver(care, others)
}

/**
 * When a connection is cut between a claim and its answer, the job belongs to a worker that knows
 * nothing of it. What is not in hand at two checks in a row is such a job.
 */
function returnUnknown({ client, executorId, inHand, log }: Care): () => Promise<void> {
  let suspects = new Set<string>()
  return async () => {
    const claimed = await listRunning(client, [executorId])
    const known = new Set([...inHand].map(({ jobId }) => jobId))
    const unknown = claimed.filter(({ workflowID }) => !known.has(workflowID))
    const lost = unknown.filter(({ workflowID }) => suspects.has(workflowID))
    suspects = new Set(unknown.map(({ workflowID }) => workflowID))
    if (lost.length === 0) return
    log.warn({ jobs: lost.length }, 'claimed jobs were not started; they are put back')
    await putBack(client, lost)
  }
}

async function check(care: Care): Promise<void> {
  const { client, db, log, timing } = care
  const known = await listKnown(db)
  const unknown = (await listOwners(client)).filter((id) => !known.includes(id))
  if (unknown.length > 0) await takeOver(care, unknown)

  for (const { reason, jobs } of await findStranded(client, care.jobNames)) {
    log.error({ reason, jobs: jobs.slice(0, 5), count: jobs.length }, 'jobs are not picked up')
  }
  await deleteFinished({ client, db, keepDays: timing.keepDays })
}

async function listOwners(client: DBOSClient): Promise<string[]> {
  const owners = (await listRunning(client)).map(({ executorId }) => executorId ?? '')
  return [...new Set(owners)]
}

/** One worker at a time acts; the others go on. */
async function alone(db: Db, act: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      held: boolean
    }>`select pg_try_advisory_xact_lock(${lock}) as held`.execute(trx)
    if (rows[0]?.held) await act()
  })
}

type Repeating = { readonly care: Care; readonly until: AbortSignal }

async function repeat(
  seconds: number,
  act: () => Promise<void>,
  { care, until }: Repeating,
): Promise<void> {
  while (!until.aborted) {
    await act().catch((error: unknown) => {
      const reason = describeFailure(error)
      care.log.warn({ reason }, 'looking after the workers failed and is tried again')
    })
    await sleep(seconds * 1000, undefined, { signal: until }).catch(() => until.aborted)
  }
}
