import type { Context } from '../../platform/context.ts'
import { type BoundJob, bindJob } from '../../platform/work/jobs.ts'
import { refreshSubscriptionJob, reportUsageJob } from './billing.jobs.ts'
import { refreshSubscription } from './events/refresh-subscription.ts'
import { reportUsage } from './metering/report-usage.ts'

export const billingJobs: readonly BoundJob<Context>[] = [
  bindJob(refreshSubscriptionJob, refreshSubscription),
  bindJob(reportUsageJob, reportUsage),
]
