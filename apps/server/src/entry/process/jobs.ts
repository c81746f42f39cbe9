import { billingJobs } from '../../features/billing/billing.worker.ts'
import { executionJobs, executionLeases } from '../../features/executions/executions.worker.ts'
import { modelCallJobs } from '../../features/model-calls/retention/purge-model-calls.ts'
import {
  promptStudioJobs,
  promptStudioLeases,
} from '../../features/prompt-studio/prompt-studio.worker.ts'
import { textServiceJobs } from '../../features/text-service/text-service.worker.ts'
import { toolLeases } from '../../features/tools/tools.worker.ts'
import type { Context } from '../../platform/context.ts'
import type { BoundJob } from '../../platform/jobs/jobs.ts'
import type { LeasedWork } from '../../platform/leases/leases.ts'
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

/** Work that is queued in the tables of feature modules. */
export const leasedWork: readonly LeasedWork<Context>[] = [
  ...executionLeases,
  ...promptStudioLeases,
  ...toolLeases,
]
