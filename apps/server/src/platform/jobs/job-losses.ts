import type { Db } from '../db/database.ts'
import { describeFailure } from '../describe-failure.ts'
import type { Losses } from './durable.ts'
import type { JobsLog } from './engine.ts'

/** A job that was there at so many deaths is a suspect, as are all that ran beside it. */
const suspicious = 2

/** What suspects had in hand was counted when it began; those that waited for their turn are not to blame. */
export async function recordLosses(db: Db, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length === 0) return
  await db
    .insertInto('job_loss')
    .values(jobIds.map((job_id) => ({ job_id })))
    .onConflict((conflict) =>
      conflict
        .column('job_id')
        .doUpdateSet((row) => ({ times: row('job_loss.times', '+', 1), lost_at: new Date() }))
        .where('job_loss.times', '<', suspicious),
    )
    .execute()
}

type Given = {
  readonly log: JobsLog
  /** A suspect's step that was in hand at so many deaths is taken to be the cause. */
  readonly mostDeaths: number
}

/**
 * A database that is away for a moment must not fail the job: the count only guards against a step
 * that is deadly each time, and the next run has it again.
 */
export async function readLosses(db: Db, jobId: string, given: Given): Promise<Losses> {
  const { log, mostDeaths: limit } = given
  const unless = (what: string) => (error: unknown) => {
    const reason = describeFailure(error)
    log.warn({ job: jobId, reason }, `the losses of a job could not be ${what}`)
    return undefined
  }
  const found = await db
    .selectFrom('job_loss')
    .select('times')
    .where('job_id', '=', jobId)
    .executeTakeFirst()
    .catch(unless('read'))
  const losses: Losses = {
    times: found?.times ?? 0,
    limit,
    isSuspect: () => losses.times >= suspicious,
    async expect() {
      losses.times += 1
      const counted = { times: losses.times, lost_at: new Date() }
      await db
        .updateTable('job_loss')
        .set(counted)
        .where('job_id', '=', jobId)
        .execute()
        .catch(unless('counted'))
    },
    async forget() {
      await db.deleteFrom('job_loss').where('job_id', '=', jobId).execute().catch(unless('reset'))
      losses.times = 0
    },
  }
  return losses
}

export async function deleteLossesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('job_loss').where('lost_at', '<', before).execute()
}
