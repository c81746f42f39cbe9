import { z } from 'zod'
import { defineJob } from '../../platform/work/jobs.ts'

/** A result is not lost to errors that pass, so the job is tried for about a day. */
const attempts = 1500

export const deliverApprovedJob = defineJob({
  name: 'review/deliver-approved',
  payload: z.object({ organizationId: z.number().int(), itemId: z.uuid() }),
  retry: { attempts, isRetryable: () => true },
})
