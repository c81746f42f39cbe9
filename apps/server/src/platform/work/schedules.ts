import { Cron } from 'croner'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { insertJob, type NewJob } from './jobs.store.ts'
import type { ScheduleOptions } from './jobs.ts'

/** Returns the time of the database, so that the clocks of machines need not agree. */
export async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? new Date()
}

/** The first time after a moment at which a schedule is due; throws if the expression is invalid. */
export function nextTick(cron: string, startTime: Date): Date {
  const time = new Cron(cron, { timezone: 'UTC', paused: true }).nextRun(startTime)
  if (!time) throw new Error(`The schedule “${cron}” is never due.`)
  return time
}

type Schedule = ScheduleOptions & Omit<NewJob, 'key'> & { readonly nextTick: Date }

/** Saves a schedule. One that is saved again with the same expression keeps the time at which it is due. */
export async function saveSchedule(
  db: Db,
  { key, kind, organizationId, payload, cron, nextTick: nextTime }: Schedule,
): Promise<void> {
  await db
    .insertInto('work_schedule')
    .values({
      key,
      kind,
      organization_id: organizationId,
      payload: JSON.stringify(payload),
      cron,
      next_at: nextTime,
    })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        kind: sql`excluded.kind`,
        payload: sql`excluded.payload`,
        cron: sql`excluded.cron`,
        next_at: sql<Date>`case when work_schedule.cron = excluded.cron
          then work_schedule.next_at else excluded.next_at end`,
      }),
    )
    .execute()
}

const maxDueAtOnce = 100

/**
 * Enqueues the jobs of all schedules that are due, and returns their number. Several workers may do it at
 * once. Ticks that passed while no worker ran become one job.
 */
export async function enqueueDueJobs(db: Db, now: Date): Promise<number> {
  for (let count = 0; ; ) {
    const batch = await db.transaction().execute((transaction) => enqueueBatch(transaction, now))
    count += batch
    if (batch < maxDueAtOnce) return count
  }
}

async function enqueueBatch(db: Db, now: Date): Promise<number> {
  const schedules = await db
    .selectFrom('work_schedule')
    .selectAll()
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(maxDueAtOnce)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { key, kind, payload, cron, next_at: dueAt, organization_id } of schedules) {
    await insertJob(
      { db },
      { key: `${key}@${dueAt.toISOString()}`, kind, payload, organizationId: organization_id },
    )
    await db
      .updateTable('work_schedule')
      .set({ next_at: nextTick(cron, now) })
      .where('key', '=', key)
      .execute()
  }
  return schedules.length
}

const maxReadAtOnce = 1000

/**
 * Brings forward the schedules that are due later than at the next two times of their expression. They were computed
 * while the clock of the database was ahead, and would otherwise sleep until it gets there again.
 */
export async function correctTicks(db: Db, now: Date): Promise<void> {
  for (let lastKey = ''; ; ) {
    const schedules = await db
      .selectFrom('work_schedule')
      .select(['key', 'cron', 'next_at'])
      .where('key', '>', lastKey)
      .orderBy('key')
      .limit(maxReadAtOnce)
      .execute()
    for (const { key, cron, next_at: dueAt } of schedules) {
      const nextTime = nextTick(cron, now)
      // Another process may have started the next one meanwhile, so one tick ahead is no sign.
      if (dueAt <= nextTick(cron, nextTime)) continue
      await db
        .updateTable('work_schedule')
        .set({ next_at: nextTime })
        .where('key', '=', key)
        .where('next_at', '=', dueAt)
        .execute()
    }
    lastKey = schedules.at(-1)?.key ?? ''
    if (schedules.length < maxReadAtOnce) return
  }
}
