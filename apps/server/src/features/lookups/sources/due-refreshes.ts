import type { Context } from '../../../platform/context.ts'
import type { Installation } from '../../../platform/db/database.ts'
import type { ScheduleTable } from '../../../platform/work/start-schedules.ts'
import { findCorrection, nextDue } from '../../../platform/work/timetable.ts'
import {
  claimDueSource,
  type LookupSourceRow,
  listSourcesDueAfter,
  moveRefresh,
} from './sources.store.ts'
import { enqueueRefresh } from './start-refresh.ts'

type DueRefreshDependencies = Pick<Context, 'db' | 'jobs'>

/** The schedules of lookup tables, for the engine that starts what is due. */
export const openDueRefreshes = (ctx: DueRefreshDependencies): ScheduleTable => ({
  startDue: (now) => startDueRefreshes(ctx, now),
  correctTicks: (now) => correctDueTimes(ctx, now),
})

/** Starts every refresh that is due, each in a transaction with the time of the next one. */
async function startDueRefreshes(ctx: DueRefreshDependencies, now: Date): Promise<void> {
  while (await ctx.db.transaction().execute((db) => startNext(ctx, { db }, now)));
}

const timetableOf = ({ cron, time_zone: timeZone }: LookupSourceRow) => ({
  cron: cron ?? '',
  timeZone,
})

/** Returns false when none is due. A time is skipped while the refresh before it is running. */
async function startNext(
  ctx: DueRefreshDependencies,
  { db }: Installation,
  now: Date,
): Promise<boolean> {
  const source = await claimDueSource({ db }, now)
  if (!source) return false
  const { organization_id: organizationId, lookup_table_id: tableId, set_by: startedBy } = source
  const tenant = { db, organizationId }
  await enqueueRefresh(ctx, tenant, { tableId, isScheduled: true, startedBy })
  const nextRefreshAt = nextDue(timetableOf(source), now) ?? null
  await moveRefresh(tenant, { tableId, nextRefreshAt })
  return true
}

const maxReadAtOnce = 1000

/** Brings forward the refreshes that are due too late, because the clock was ahead when that was computed. */
async function correctDueTimes({ db }: Pick<Context, 'db'>, now: Date): Promise<void> {
  for (let lastId: string | undefined; ; ) {
    const sources = await listSourcesDueAfter({ db }, { now, lastId, limit: maxReadAtOnce })
    for (const source of sources) {
      const { organization_id: organizationId, lookup_table_id: tableId } = source
      const dueAt = source.next_refresh_at
      const nextRefreshAt = findCorrection(timetableOf(source), dueAt, now)
      if (nextRefreshAt && dueAt) {
        await moveRefresh({ db, organizationId }, { tableId, nextRefreshAt, dueAt })
      }
    }
    lastId = sources.at(-1)?.lookup_table_id
    if (sources.length < maxReadAtOnce) return
  }
}
