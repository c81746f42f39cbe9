import type { Context } from '../../platform/context.ts'
import { type BoundJob, bind } from '../../platform/jobs/jobs.ts'
import { runFileJob } from './executions.jobs.ts'
import { runFile } from './run-file.ts'

export const executionJobs: readonly BoundJob<Context>[] = [bind(runFileJob, runFile)]
