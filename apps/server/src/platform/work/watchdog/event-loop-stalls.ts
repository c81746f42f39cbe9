import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** Returns how often each piece of work stalled the event loop, for those that ever did. */
export async function loadEventLoopStalls(
  db: Db,
  workIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (workIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('standstill')
    .select(['work_id', 'times'])
    .where('work_id', 'in', [...workIds])
    .execute()
  return new Map(rows.map((row) => [row.work_id, row.times]))
}

export async function recordEventLoopStall(db: Db, workId: string): Promise<void> {
  await db
    .insertInto('standstill')
    .values({ work_id: workId })
    .onConflict((conflict) =>
      conflict.column('work_id').doUpdateSet((row) => ({
        times: row('standstill.times', '+', 1),
        stood_at: sql`now()`,
      })),
    )
    .execute()
}

export async function deleteEventLoopStallsBefore(db: Db, minTime: Date): Promise<void> {
  await db.deleteFrom('standstill').where('stood_at', '<', minTime).execute()
}
