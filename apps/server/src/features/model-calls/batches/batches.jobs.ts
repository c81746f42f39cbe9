import { z } from 'zod'
import { exponentialBackOff, type RetryPolicy } from '../../../platform/retry.ts'
import { defineJob } from '../../../platform/work/jobs.ts'

/** A service may be away for hours; the deadline ends that, and not the number of attempts. */
const untilDeadline: RetryPolicy = {
  attempts: 10_000,
  isRetryable: () => true,
  waitSeconds: exponentialBackOff(5, 600),
}

/** Puts the calls of an adapter that may wait into batches. */
export const gatherBatchesJob = defineJob({
  name: 'model-calls/gather-batches',
  payload: z.object({
    organizationId: z.number().int(),
    adapterId: z.uuid(),
    periodEnd: z.number().optional(),
  }),
  retry: untilDeadline,
})

/** Sends a batch and fetches its replies. */
export const runBatchJob = defineJob({
  name: 'model-calls/run-batch',
  payload: z.object({ organizationId: z.number().int(), batchId: z.uuid() }),
  retry: untilDeadline,
})

/** Lets calls be gathered whose own job has ended without them. */
export const sweepCallsJob = defineJob({
  name: 'model-calls/sweep-batch-calls',
  payload: z.object({}),
})
