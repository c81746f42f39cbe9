import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'

export const purgeModelCallsJob = defineJob({
  name: 'model-calls/purge-model-calls',
  payload: z.object({ organizationId: z.number().int() }),
})
