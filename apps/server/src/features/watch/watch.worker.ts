import type { Context } from '../../platform/context.ts'
import { bindJob, type PeriodicJob } from '../../platform/work/jobs.ts'
import { checkDeployments } from './check-deployments.ts'
import { checkDeploymentsJob, purgeWatchJob } from './watch.jobs.ts'
import { deleteOldWatchRows } from './watch.store.ts'

export const watchPeriodicJobs: readonly PeriodicJob<Context>[] = [
  { cron: '* * * * *', ...bindJob(checkDeploymentsJob, checkDeployments) },
  {
    cron: '41 3 * * *',
    ...bindJob(purgeWatchJob, async (ctx) => {
      while (await deleteOldWatchRows(ctx));
    }),
  },
]
