import type { Context } from '../../platform/context.ts'
import { type BoundJob, bindJob } from '../../platform/work/jobs.ts'
import { cleanUpTexts } from './clean-up-texts.ts'
import { deliverWebhookJob, extractTextJob, purgeTextsJob } from './jobs/text-service.jobs.ts'
import { extractTextOfJob, failTextJob } from './results/extract-text.ts'
import { deliverWebhook } from './webhooks/deliver-webhook.ts'

export const textServiceJobs: readonly BoundJob<Context>[] = [
  bindJob(extractTextJob, extractTextOfJob, failTextJob),
  bindJob(deliverWebhookJob, deliverWebhook),
  bindJob(purgeTextsJob, cleanUpTexts),
]
