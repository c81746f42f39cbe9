import { z } from 'zod'
import { isUserFacingError } from '../../../platform/describe-failure.ts'
import { getRetryAfterSeconds } from '../../../platform/retry.ts'
import { defineJob } from '../../../platform/work/jobs.ts'

const TextJobPayload = z.object({ organizationId: z.number().int(), jobId: z.uuid() })

export const extractTextJob = defineJob({
  name: 'text-service/extract-text',
  payload: TextJobPayload,
  // An unexpected error may be temporary, such as that of a reader which was closed with its worker.
  retry: { attempts: 3, isRetryable: (error) => !isUserFacingError(error) || isInterrupted(error) },
})

function isInterrupted(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'interrupted'
}

type StartedTextJob = {
  readonly id: string
  readonly options: { readonly restarts?: number | undefined }
}

/** Numbers the later starts, because ended durable jobs keep their keys. */
const toStartId = ({ id, options: { restarts } }: StartedTextJob): string =>
  restarts === undefined ? id : `${id}:${restarts}`

/**
 * Identifies the durable job of a text job, so that enqueueing it again creates no second one and
 * cancelling finds it.
 */
export const extractTextKey = (job: StartedTextJob) => `extract-text:${toStartId(job)}`

/** Identifies the delivery of what became of one start of a text job. */
export const deliverWebhookKey = (job: StartedTextJob) => `deliver-webhook:${toStartId(job)}`

const webhookRetrySeconds = [2, 10, 30]

export const deliverWebhookJob = defineJob({
  name: 'text-service/deliver-webhook',
  payload: TextJobPayload,
  retry: {
    attempts: 1 + webhookRetrySeconds.length,
    waitSeconds: (error, attempt) =>
      getRetryAfterSeconds(error) ?? webhookRetrySeconds[attempt - 1] ?? 0,
  },
})

export const purgeTextsJob = defineJob({
  name: 'text-service/purge-texts',
  payload: z.object({ organizationId: z.number().int() }),
})
