import { billingJobs, billingPeriodicJobs } from '../../features/billing/billing.worker.ts'
import { chatAppPeriodicJobs, deleteAppVectors } from '../../features/chat-apps/chat-apps.worker.ts'
import {
  connectorJobs,
  connectorPeriodicJobs,
} from '../../features/connectors/connectors.worker.ts'
import {
  executionJobs,
  executionPeriodicJobs,
  executionQueues,
} from '../../features/executions/executions.worker.ts'
import { lookupJobs } from '../../features/lookups/lookups.worker.ts'
import { openDueRefreshes } from '../../features/lookups/sources/due-refreshes.ts'
import { modelCallJobs } from '../../features/model-calls/retention/purge-model-calls.ts'
import {
  notificationPeriodicJobs,
  notificationQueues,
} from '../../features/notifications/notifications.worker.ts'
import {
  bindOrganizationJobs,
  organizationPeriodicJobs,
} from '../../features/organizations/organizations.worker.ts'
import { arrivalJobs } from '../../features/pipelines/arrivals/arrivals.worker.ts'
import { openDuePipelines } from '../../features/pipelines/schedule/due-pipelines.ts'
import {
  deleteStudioVectors,
  promptStudioJobs,
  promptStudioQueues,
} from '../../features/prompt-studio/prompt-studio.worker.ts'
import { reviewJobs } from '../../features/review/review.worker.ts'
import { simpleStudioPeriodicJobs } from '../../features/simple-studio/simple-studio.worker.ts'
import { textServiceJobs } from '../../features/text-service/text-service.worker.ts'
import { toolJobs, toolQueues } from '../../features/tools/tools.worker.ts'
import { watchPeriodicJobs } from '../../features/watch/watch.worker.ts'
import type { Context } from '../../platform/context.ts'
import { mailPeriodicJobs, openMailQueue } from '../../platform/mail/send-mail.ts'
import type { BoundJob, PeriodicJob } from '../../platform/work/jobs.ts'
import type { ScheduleTable } from '../../platform/work/start-schedules.ts'
import type { WorkQueue } from '../../platform/work/work-queue.ts'
import { seedJobs } from '../seed/equip.worker.ts'

/** The job handlers of all feature modules; loaded only by workers. */
export const jobs: readonly BoundJob<Context>[] = [
  ...connectorJobs,
  ...executionJobs,
  ...lookupJobs,
  ...modelCallJobs,
  ...bindOrganizationJobs([deleteStudioVectors, deleteAppVectors]),
  ...arrivalJobs,
  ...promptStudioJobs,
  ...reviewJobs,
  ...textServiceJobs,
  ...toolJobs,
  ...billingJobs,
  ...seedJobs,
]

/** Jobs that the whole installation needs at regular times. */
export const periodicJobs: readonly PeriodicJob<Context>[] = [
  ...billingPeriodicJobs,
  ...chatAppPeriodicJobs,
  ...connectorPeriodicJobs,
  ...executionPeriodicJobs,
  ...mailPeriodicJobs,
  ...notificationPeriodicJobs,
  ...organizationPeriodicJobs,
  ...simpleStudioPeriodicJobs,
  ...watchPeriodicJobs,
]

/** The schedules in the tables of feature modules. */
export const openScheduleTables = (ctx: Context): readonly ScheduleTable[] => [
  openDuePipelines(ctx),
  openDueRefreshes(ctx),
]

/** The queues in the tables of feature modules. */
export const queues: readonly WorkQueue<Context>[] = [
  ...executionQueues,
  ...promptStudioQueues,
  ...toolQueues,
  ...notificationQueues,
  openMailQueue(),
]
