import type { Context } from '../../platform/context.ts'
import { type BoundJob, bind } from '../../platform/jobs/jobs.ts'
import { refreshSubscriptionJob } from './events/billing.jobs.ts'
import { refreshSubscription } from './events/refresh-subscription.ts'

export const billingJobs: readonly BoundJob<Context>[] = [
  bind(refreshSubscriptionJob, refreshSubscription),
]
