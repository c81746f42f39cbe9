import { z } from 'zod'
import type { RetryPolicy } from '../../platform/retry.ts'
import { defineJob } from '../../platform/work/jobs.ts'

/**
 * Retries for about a quarter of an hour. After that, viewing the subscription triggers another refresh,
 * and the jobs of the next hour send the reports and make the refunds that are left.
 */
const retry: RetryPolicy = { attempts: 20, isRetryable: () => true }

export const refreshSubscriptionJob = defineJob({
  name: 'billing/refresh-subscription',
  payload: z.object({ organizationId: z.number().int(), subscriptionId: z.string() }),
  retry,
})

/** Ends a subscription and refunds the rest of its period, once that was decided. */
export const endSubscriptionJob = defineJob({
  name: 'billing/end-subscription',
  payload: z.object({ organizationId: z.number().int(), subscriptionId: z.string() }),
  retry,
})

export const reportUsageJob = defineJob({
  name: 'billing/report-usage',
  payload: z.object({ organizationId: z.number().int() }),
  retry,
})

/** Compares what was reported in the last weeks with the provider's sums. */
export const checkSumsJob = defineJob({
  name: 'billing/check-sums',
  payload: z.object({ organizationId: z.number().int() }),
  retry,
})

export const checkPricesJob = defineJob({
  name: 'billing/check-prices',
  payload: z.object({}),
  retry,
})

export const enqueueReportsJob = defineJob({
  name: 'billing/enqueue-reports',
  payload: z.object({}),
})
