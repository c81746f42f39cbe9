import type { Context } from '../../platform/context.ts'
import { type BoundJob, bindJob } from '../../platform/jobs/jobs.ts'
import { purgeModelCalls, purgeModelCallsJob } from './retention/purge-model-calls.ts'

export const modelCallJobs: readonly BoundJob<Context>[] = [
  bindJob(purgeModelCallsJob, purgeModelCalls),
]
