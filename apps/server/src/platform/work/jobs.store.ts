import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { toStorableText } from '../db/sql-text.ts'
import type { WorkTable } from './item-store.ts'

/** Workers run the jobs of all organizations. */
type Installation = { readonly db: Db }

/** The jobs of these names, as items of work; those of one name take turns with those of others. */
export const jobTable = (names: readonly string[]): WorkTable => ({
  table: 'work_item',
  organization: sql`coalesce(organization_id, 0)`,
  group: sql`kind`,
  groupPrefix: 'job/',
  isAwaited: 'never',
  // A job that only a newer version knows is left to its workers.
  isWaiting: sql`state = 'waiting' and waits_until is null and kind = any(${names}::text[])`,
  isHeld: sql`state = 'running'`,
  isAsleep: sql`state = 'waiting' and waits_until is not null`,
  onClaim: sql`state = 'running', started_at = coalesce(started_at, now())`,
  onRelease: sql`state = 'waiting'`,
})

export type NewJob = {
  readonly key: string
  readonly kind: string
  /** Null for a job of the whole installation. */
  readonly organizationId: number | null
  readonly payload: unknown
}

/** Inserts a job unless its key is known. */
export async function insertJob(
  { db }: Installation,
  { key, kind, organizationId, payload }: NewJob,
): Promise<void> {
  await db
    .insertInto('work_item')
    .values({ key, kind, organization_id: organizationId, payload: JSON.stringify(payload) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Cancels jobs that have not ended, and returns their ids. */
export async function cancelJobs(
  { db }: Installation,
  keys: readonly string[],
): Promise<readonly string[]> {
  const rows = await db
    .updateTable('work_item')
    .set({ state: 'cancelled', worker_id: null, ended_at: sql<Date>`now()` })
    .where('key', 'in', keys)
    .where('state', 'in', ['waiting', 'running'])
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export type HeldJob = { readonly id: string; readonly workerId: string }

export async function findHeldJob({ db }: Installation, { id, workerId }: HeldJob) {
  return db
    .selectFrom('work_item')
    .select(['key', 'kind', 'payload', 'attempts'])
    .where('id', '=', id)
    .where('worker_id', '=', workerId)
    .where('state', '=', 'running')
    .executeTakeFirst()
}

const updateHeldJob = ({ db }: Installation, { id, workerId }: HeldJob) =>
  db
    .updateTable('work_item')
    .where('id', '=', id)
    .where('worker_id', '=', workerId)
    .where('state', '=', 'running')

/** Ends a job that the worker still holds; `error` says why it has failed. */
export async function endJob(
  installation: Installation,
  job: HeldJob,
  error?: string,
): Promise<void> {
  await updateHeldJob(installation, job)
    .set({
      state: error === undefined ? 'done' : 'failed',
      error: error === undefined ? null : toStorableText(error),
      worker_id: null,
      ended_at: sql<Date>`now()`,
    })
    .execute()
}

type Retry = { readonly seconds: number; readonly error: string }

/** Lets a job that the worker still holds sleep until its next attempt. */
export async function retryJobLater(
  installation: Installation,
  job: HeldJob,
  { seconds, error }: Retry,
): Promise<void> {
  await updateHeldJob(installation, job)
    .set((row) => ({
      state: 'waiting',
      worker_id: null,
      deaths: 0,
      attempts: row('attempts', '+', 1),
      error: toStorableText(error),
      waits_until: sql<Date>`now() + make_interval(secs => ${seconds})`,
    }))
    .execute()
}

/** Lets a job that the worker still holds sleep, which is no failed attempt. */
export async function sleepJob(
  installation: Installation,
  job: HeldJob,
  seconds: number,
): Promise<void> {
  await updateHeldJob(installation, job)
    .set({
      state: 'waiting',
      worker_id: null,
      deaths: 0,
      waits_until: sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .execute()
}

const deletedAtOnce = 1000
/** Bounds one call, because who calls it holds a lock; the next call deletes more. */
const maxDeletions = 20

/** Deletes jobs that ended so long ago that nothing enqueues them under the same key again, some at a time. */
export async function deleteEndedJobs({ db }: Installation, keepDays: number): Promise<void> {
  for (let deletions = 0; deletions < maxDeletions; deletions++) {
    const { numAffectedRows = 0n } = await sql`
      delete from work_item where id in (
        select id from work_item
        where ended_at < now() - make_interval(days => ${keepDays}) limit ${deletedAtOnce}
      )`.execute(db)
    if (Number(numAffectedRows) < deletedAtOnce) return
  }
}

const maxReportedJobs = 1000

/** Counts the jobs that have waited for a minute because this worker does not know their names. */
export async function countUnknownJobs(
  { db }: Installation,
  names: readonly string[],
): Promise<readonly { readonly kind: string; readonly count: number }[]> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*)::integer as count from (
      select kind from work_item
      where state = 'waiting' and waits_until is null and kind <> all(${names}::text[])
        and created_at < now() - interval '1 minute'
      limit ${maxReportedJobs}
    ) unknown group by kind order by kind`.execute(db)
  return rows
}
