import type { Context } from '../../platform/context.ts'
import { type BoundJob, bindJob, type PeriodicJob } from '../../platform/work/jobs.ts'
import {
  checkPricesJob,
  checkSumsJob,
  endSubscriptionJob,
  enqueueReportsJob,
  refreshSubscriptionJob,
  reportUsageJob,
} from './billing.jobs.ts'
import { checkPrices } from './check-prices.ts'
import { endSubscription } from './end-subscription.ts'
import { refreshSubscription } from './events/refresh-subscription.ts'
import { checkSums } from './metering/check-sums.ts'
import { enqueueReports } from './metering/enqueue-reports.ts'
import { reportUsage } from './metering/report-usage.ts'

export const billingJobs: readonly BoundJob<Context>[] = [
  bindJob(refreshSubscriptionJob, refreshSubscription),
  bindJob(endSubscriptionJob, endSubscription),
  bindJob(checkSumsJob, checkSums),
  bindJob(reportUsageJob, reportUsage),
]

export const billingPeriodicJobs: readonly PeriodicJob<Context>[] = [
  { cron: '*/10 * * * *', ...bindJob(enqueueReportsJob, enqueueReports) },
  { cron: '20 4 * * *', runsAtStart: true, ...bindJob(checkPricesJob, checkPrices) },
]
