import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { bindJob, defineJob, type PeriodicJob } from '../../platform/work/jobs.ts'
import { removeExpired } from './removal/remove-expired.ts'

const removeExpiredJob = defineJob({
  name: 'simple-studio/remove-expired',
  payload: z.object({}),
})

export const simpleStudioPeriodicJobs: readonly PeriodicJob<Context>[] = [
  {
    cron: '7-59/10 * * * *',
    ...bindJob(removeExpiredJob, async (ctx) => void (await removeExpired(ctx))),
  },
]
