import type { Db } from '../db/database.ts'
import type { Losses } from './durable.ts'

/** A step that ends its worker this often without a result is taken to be the cause. */
const limit = 5

export async function recordLosses(db: Db, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length === 0) return
  await db
    .insertInto('job_loss')
    .values(jobIds.map((job_id) => ({ job_id })))
    .onConflict((conflict) =>
      conflict
        .column('job_id')
        .doUpdateSet((row) => ({ times: row('job_loss.times', '+', 1), lost_at: new Date() })),
    )
    .execute()
}

export async function readLosses(db: Db, jobId: string): Promise<Losses> {
  const found = await db
    .selectFrom('job_loss')
    .select('times')
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  const losses: Losses = {
    times: found?.times ?? 0,
    limit,
    async forget() {
      await db.deleteFrom('job_loss').where('job_id', '=', jobId).execute()
      losses.times = 0
    },
  }
  return losses
}

export async function deleteLossesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('job_loss').where('lost_at', '<', before).execute()
}
