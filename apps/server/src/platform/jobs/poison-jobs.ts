import type { Db } from '../db/database.ts'
import { describeFailure } from '../describe-failure.ts'
import { deleteEventLoopStalls, loadEventLoopStalls } from '../watchdog/standstills.ts'
import type { JobsLog } from './dbos.ts'
import type { Deaths } from './durable.ts'

/** A job that ran at so many deaths may be poison, as may all that ran beside it. */
const mayBePoisonFrom = 2

/**
 * Counts the death of a worker for the jobs that it ran. What may be poison runs alone and was counted
 * when its step began; those that waited for their turn are not to blame.
 */
export async function recordDeaths(db: Db, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length === 0) return
  await db
    .insertInto('job_loss')
    .values(jobIds.map((job_id) => ({ job_id })))
    .onConflict((conflict) =>
      conflict
        .column('job_id')
        .doUpdateSet((row) => ({ times: row('job_loss.times', '+', 1), lost_at: new Date() }))
        .where('job_loss.times', '<', mayBePoisonFrom),
    )
    .execute()
}

type ReadDeathsOptions = {
  readonly log: JobsLog
  /** A step that was in hand at so many deaths is taken to be their cause. */
  readonly maxDeaths: number
}

/**
 * A database that is away for a moment must not fail the job: the count only guards against a step
 * that is deadly each time, and the next run has it again.
 */
export async function readDeaths(
  db: Db,
  jobId: string,
  options: ReadDeathsOptions,
): Promise<Deaths> {
  const { log, maxDeaths: maxTimes } = options
  const logFailureTo = (participle: string) => (error: unknown) => {
    const reason = describeFailure(error)
    log.warn({ job: jobId, reason }, `the worker crashes of a job could not be ${participle}`)
    return undefined
  }
  const lossRow = await db
    .selectFrom('job_loss')
    .select('times')
    .where('job_id', '=', jobId)
    .executeTakeFirst()
    .catch(logFailureTo('read'))
  const standstills =
    lossRow && (await loadEventLoopStalls(db, [jobId]).catch(logFailureTo('read')))
  const deaths: Deaths = {
    times: lossRow?.times ?? 0,
    maxTimes,
    standstills: standstills?.get(jobId) ?? 0,
    mayBePoison: () => deaths.times >= mayBePoisonFrom,
    async countAhead() {
      deaths.times += 1
      const loss = { times: deaths.times, lost_at: new Date() }
      await db
        .updateTable('job_loss')
        .set(loss)
        .where('job_id', '=', jobId)
        .execute()
        .catch(logFailureTo('counted'))
    },
    async reset() {
      await db
        .deleteFrom('job_loss')
        .where('job_id', '=', jobId)
        .execute()
        .catch(logFailureTo('reset'))
      if (deaths.standstills > 0)
        await deleteEventLoopStalls(db, jobId).catch(logFailureTo('reset'))
      deaths.times = 0
      deaths.standstills = 0
    },
  }
  return deaths
}

export async function deleteDeathsBefore(db: Db, minTime: Date): Promise<void> {
  await db.deleteFrom('job_loss').where('lost_at', '<', minTime).execute()
}
