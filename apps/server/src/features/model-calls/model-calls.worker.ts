import type { Context } from '../../platform/context.ts'
import { type BoundJob, bind } from '../../platform/jobs/jobs.ts'
import { purgeModelCallsJob } from './retention/model-calls.jobs.ts'
import { purgeModelCalls } from './retention/purge-model-calls.ts'

export const modelCallJobs: readonly BoundJob<Context>[] = [
  bind(purgeModelCallsJob, purgeModelCalls),
]
