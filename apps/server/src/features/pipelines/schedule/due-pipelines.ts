import type { Context } from '../../../platform/context.ts'
import type { ScheduleTable } from '../../../platform/work/start-schedules.ts'
import { findCorrection } from '../../../platform/work/timetable.ts'
import { listPipelinesDueAfter, moveDueTime } from './due-pipelines.store.ts'
import { startDuePipelines } from './start-due-pipelines.ts'

/** The schedules of pipelines, for the engine that starts what is due. */
export const openDuePipelines = (ctx: Context): ScheduleTable => ({
  startDue: (now) => startDuePipelines(ctx, now),
  correctTicks: (now) => correctDueTimes(ctx, now),
})

const maxReadAtOnce = 1000

/**
 * Brings forward pipelines that are due later than at the next two times of their schedule, because the clock was
 * ahead when that was computed.
 */
async function correctDueTimes({ db }: Pick<Context, 'db'>, now: Date): Promise<void> {
  for (let lastId: string | undefined; ; ) {
    const pipelines = await listPipelinesDueAfter({ db }, { now, lastId, limit: maxReadAtOnce })
    for (const { id, organization_id: organizationId, cron, time_zone, next_run_at } of pipelines) {
      const nextRunAt = findCorrection({ cron: cron ?? '', timeZone: time_zone }, next_run_at, now)
      if (nextRunAt && next_run_at) {
        await moveDueTime({ db, organizationId }, { id, dueAt: next_run_at, nextRunAt })
      }
    }
    lastId = pipelines.at(-1)?.id
    if (pipelines.length < maxReadAtOnce) return
  }
}
