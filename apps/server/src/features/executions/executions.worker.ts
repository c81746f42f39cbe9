import type { Context } from '../../platform/context.ts'
import { type BoundJob, bind } from '../../platform/jobs/jobs.ts'
import type { LeasedWork } from '../../platform/leases/leases.ts'
import { listSourceJob, purgeExecutionsJob, runFileJob } from './executions.jobs.ts'
import { fileWork } from './files/file-work.ts'
import { runClaimedFile } from './files/run-file.ts'
import { purgeExecutions } from './retention/purge-executions.ts'
import { listSource } from './source/list-source.ts'

export const executionLeases: readonly LeasedWork<Context>[] = [
  { ...fileWork, run: runClaimedFile },
]

export const executionJobs: readonly BoundJob<Context>[] = [
  // The job that earlier versions asked for. Its file waits in its table, where a worker claims it.
  bind(runFileJob, async () => {}),
  bind(purgeExecutionsJob, purgeExecutions),
  bind(listSourceJob, listSource),
]
