import type { Context } from '../../platform/context.ts'
import { type BoundJob, bind } from '../../platform/jobs/jobs.ts'
import type { LeasedWork } from '../../platform/leases/leases.ts'
import { compileLayouts } from './layouts/compile-layouts.ts'
import { compileLayoutsJob } from './layouts/layouts.jobs.ts'
import { runWork } from './queue/run-work.ts'
import { runClaimedRun } from './runs/run-claimed.ts'

export const promptStudioJobs: readonly BoundJob<Context>[] = [
  bind(compileLayoutsJob, compileLayouts),
]

export const promptStudioLeases: readonly LeasedWork<Context>[] = [
  { ...runWork, run: runClaimedRun },
]
