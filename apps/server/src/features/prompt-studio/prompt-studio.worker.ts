import type { Context } from '../../platform/context.ts'
import { type BoundJob, bindJob } from '../../platform/jobs/jobs.ts'
import type { LeasedWork } from '../../platform/leases/leases.ts'
import { compileLayouts } from './layouts/compile-layouts.ts'
import { compileLayoutsJob } from './layouts/layouts.jobs.ts'
import { runQueue } from './queue/run-queue.ts'
import { runClaimedRun } from './runs/run-claimed.ts'

export const promptStudioJobs: readonly BoundJob<Context>[] = [
  bindJob(compileLayoutsJob, compileLayouts),
]

export const promptStudioLeases: readonly LeasedWork<Context>[] = [
  { ...runQueue, run: runClaimedRun },
]
