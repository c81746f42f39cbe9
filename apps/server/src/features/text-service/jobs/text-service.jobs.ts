import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'

const TextJobPayload = z.object({ organizationId: z.number().int(), jobId: z.uuid() })

export const extractTextJob = defineJob({
  name: 'text-service/extract-text',
  payload: TextJobPayload,
})

/**
 * Identifies the durable job of a text job, so that enqueueing it again creates no second one and
 * cancelling finds it.
 */
export const extractTextKey = (jobId: string) => `extract-text:${jobId}`

export const deliverWebhookJob = defineJob({
  name: 'text-service/deliver-webhook',
  payload: TextJobPayload,
})

export const purgeTextsJob = defineJob({
  name: 'text-service/purge-texts',
  payload: z.object({ organizationId: z.number().int() }),
})
