import type { Context } from '../../platform/context.ts'
import { type BoundJob, bindJob } from '../../platform/work/jobs.ts'
import { failRefresh, refreshTable } from './sources/refresh-table.ts'
import { refreshTableJob } from './sources/start-refresh.ts'

export const lookupJobs: readonly BoundJob<Context>[] = [
  bindJob(refreshTableJob, refreshTable, failRefresh),
]
