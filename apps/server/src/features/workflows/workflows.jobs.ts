import { z } from 'zod'
import { defineJob } from '../../platform/work/jobs.ts'

/** Two workers may conflict about the rows of a run; each of them retries. */
const attempts = 10

/** Stops the runs of a deleted workflow whose documents wait for review. */
export const withdrawReviewsJob = defineJob({
  name: 'workflows/withdraw-reviews',
  payload: z.object({
    organizationId: z.number().int(),
    workflowId: z.uuid(),
    /** The person who deleted the workflow. */
    userId: z.number().int(),
  }),
  retry: { attempts, isRetryable: () => true },
})
