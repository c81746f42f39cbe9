import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'

export const reportUsageJob = defineJob({
  name: 'billing/report-usage',
  payload: z.object({ organizationId: z.number().int() }),
})
