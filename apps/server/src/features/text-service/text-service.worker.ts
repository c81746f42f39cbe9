import type { Context } from '../../platform/context.ts'
import { type BoundJob, bindJob } from '../../platform/jobs/jobs.ts'
import { deliverWebhookJob, extractTextJob, purgeTextsJob } from './jobs/text-service.jobs.ts'
import { extractText } from './results/extract-text.ts'
import { tidyUp } from './tidy-up.ts'
import { deliverWebhook } from './webhooks/deliver-webhook.ts'

export const textServiceJobs: readonly BoundJob<Context>[] = [
  bindJob(extractTextJob, extractText),
  bindJob(deliverWebhookJob, deliverWebhook),
  bindJob(purgeTextsJob, tidyUp),
]
