import { z } from 'zod'
import { defineJob } from '../../platform/jobs/jobs.ts'

export const refreshSubscriptionJob = defineJob({
  name: 'billing/refresh-subscription',
  payload: z.object({ organizationId: z.number().int(), subscriptionId: z.string() }),
})

export const reportUsageJob = defineJob({
  name: 'billing/report-usage',
  payload: z.object({ organizationId: z.number().int() }),
})
