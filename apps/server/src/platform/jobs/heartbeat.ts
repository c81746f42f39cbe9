import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Times are the database's own, so that the clocks of machines need not agree. */
export async function beat(db: Db, executorId: string): Promise<void> {
  await db
    .insertInto('worker_heartbeat')
    .values({ executor_id: executorId, host: hostname(), process_id: process.pid })
    .onConflict((conflict) => conflict.column('executor_id').doUpdateSet({ beat_at: sql`now()` }))
    .execute()
}

export async function listExpired(db: Db, leaseSeconds: number): Promise<string[]> {
  const rows = await db
    .selectFrom('worker_heartbeat')
    .select('executor_id')
    .where('beat_at', '<', sql<Date>`now() - make_interval(secs => ${leaseSeconds})`)
    .execute()
  return rows.map((row) => row.executor_id)
}

export async function listWorkers(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('worker_heartbeat').select('executor_id').execute()
  return rows.map((row) => row.executor_id)
}

export async function deleteHeartbeats(db: Db, executorIds: readonly string[]): Promise<void> {
  if (executorIds.length === 0) return
  await db
    .deleteFrom('worker_heartbeat')
    .where('executor_id', 'in', [...executorIds])
    .execute()
}
