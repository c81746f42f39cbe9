import { billingJobs } from '../../features/billing/billing.worker.ts'
import { executionJobs, executionQueues } from '../../features/executions/executions.worker.ts'
import { modelCallJobs } from '../../features/model-calls/retention/purge-model-calls.ts'
import {
  promptStudioJobs,
  promptStudioQueues,
} from '../../features/prompt-studio/prompt-studio.worker.ts'
import { textServiceJobs } from '../../features/text-service/text-service.worker.ts'
import { toolQueues } from '../../features/tools/tools.worker.ts'
import type { Context } from '../../platform/context.ts'
import type { BoundJob } from '../../platform/work/jobs.ts'
import type { WorkQueue } from '../../platform/work/work-queue.ts'
import { seedJobs } from '../seed/equip.worker.ts'

/** The job handlers of all feature modules; loaded only by workers. */
export const jobs: readonly BoundJob<Context>[] = [
  ...executionJobs,
  ...modelCallJobs,
  ...promptStudioJobs,
  ...textServiceJobs,
  ...billingJobs,
  ...seedJobs,
]

/** The queues in the tables of feature modules. */
export const queues: readonly WorkQueue<Context>[] = [
  ...executionQueues,
  ...promptStudioQueues,
  ...toolQueues,
]
