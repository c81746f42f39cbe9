import { billingJobs } from '../../features/billing/billing.worker.ts'
import { executionJobs, executionLeases } from '../../features/executions/executions.worker.ts'
import { modelCallJobs } from '../../features/model-calls/model-calls.worker.ts'
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

/** Every handler of every room; loaded by processes that work, and by no other. */
export const jobs: readonly BoundJob<Context>[] = [
  ...executionJobs,
  ...modelCallJobs,
  ...promptStudioJobs,
  ...textServiceJobs,
  ...billingJobs,
  ...seedJobs,
]

/** Work whose waiting list is a table of its room. */
export const leasedWork: readonly LeasedWork<Context>[] = [
  ...executionLeases,
  ...promptStudioLeases,
  ...toolLeases,
]
