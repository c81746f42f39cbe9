import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

type HeartbeatOwner = { readonly executorId: string; readonly leaseSeconds: number }

/**
 * Returns the workers whose leases last. Times are the database's own, so that the clocks of machines need not
 * agree.
 */
export async function beat(
  db: Db,
  { executorId, leaseSeconds }: HeartbeatOwner,
): Promise<string[]> {
  const { rows } = await sql<{ executor_id: string }>`
    with beaten as (
      insert into worker_heartbeat (executor_id, host, process_id)
      values (${executorId}, ${hostname()}, ${process.pid})
      on conflict (executor_id) do update set beat_at = now()
    )
    select executor_id from worker_heartbeat
    where beat_at >= now() - make_interval(secs => ${leaseSeconds})`.execute(db)
  return rows.map((row) => row.executor_id)
}

export async function listExpired(db: Db, leaseSeconds: number): Promise<string[]> {
  const rows = await db
    .selectFrom('worker_heartbeat')
    .select('executor_id')
    .where('beat_at', '<', sql<Date>`now() - make_interval(secs => ${leaseSeconds})`)
    .execute()
  return rows.map((row) => row.executor_id)
}

/** Ends leases that are over. Returns whose they were. */
export async function deleteExpired(db: Db, leaseSeconds: number): Promise<string[]> {
  const rows = await db
    .deleteFrom('worker_heartbeat')
    .where('beat_at', '<', sql<Date>`now() - make_interval(secs => ${leaseSeconds})`)
    .returning('executor_id')
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
