import type { Context } from '../../platform/context.ts'
import { type BoundJob, bind } from '../../platform/jobs/jobs.ts'
import type { LeasedWork } from '../../platform/leases/leases.ts'
import { runFileJob } from './executions.jobs.ts'
import { fileWork } from './file-work.ts'
import { runClaimedFile } from './run-file.ts'

export const executionLeases: readonly LeasedWork<Context>[] = [
  { ...fileWork, run: runClaimedFile },
]

/** The job that earlier versions asked for. Its file waits in its table, where a worker claims it. */
export const executionJobs: readonly BoundJob<Context>[] = [bind(runFileJob, async () => {})]
