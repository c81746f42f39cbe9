import { z } from 'zod'
import { defineJob } from '../../platform/work/jobs.ts'

/** Nothing is lost to errors that pass, so the jobs are tried for about a day. */
const attempts = 1500

export const deliverApprovedJob = defineJob({
  name: 'review/deliver-approved',
  payload: z.object({ organizationId: z.number().int(), itemId: z.uuid() }),
  retry: { attempts, isRetryable: () => true },
})

/** A job of its own, so that trouble with the expected values does not hold up the delivery. */
export const saveExpectedValuesJob = defineJob({
  name: 'review/save-expected-values',
  payload: z.object({ organizationId: z.number().int(), itemId: z.uuid() }),
  retry: { attempts, isRetryable: () => true },
})
