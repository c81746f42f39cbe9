import type { Context } from '../../platform/context.ts'
import { type BoundJob, bindJob } from '../../platform/jobs/jobs.ts'
import type { LeasedWork } from '../../platform/leases/leases.ts'
import { listSourceJob, purgeExecutionsJob, runFileJob } from './executions.jobs.ts'
import { fileWork, runClaimedFile } from './files/run-file.ts'
import { purgeExecutions } from './retention/purge-executions.ts'
import { listSource } from './source/list-source.ts'

export const executionLeases: readonly LeasedWork<Context>[] = [
  { ...fileWork, run: runClaimedFile },
]

export const executionJobs: readonly BoundJob<Context>[] = [
  // Earlier versions enqueued this job for each file. Files now wait in their table, where a worker
  // claims them.
  bindJob(runFileJob, async () => {}),
  bindJob(purgeExecutionsJob, purgeExecutions),
  bindJob(listSourceJob, listSource),
]
