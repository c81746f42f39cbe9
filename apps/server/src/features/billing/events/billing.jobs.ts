import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'

export const refreshSubscriptionJob = defineJob({
  name: 'billing/refresh-subscription',
  payload: z.object({ organizationId: z.number().int(), subscriptionId: z.string() }),
})
