import type { Context } from '../../platform/context.ts'
import { type BoundJob, bind } from '../../platform/jobs/jobs.ts'
import { deliverWebhook } from './deliver-webhook.ts'
import { extractText } from './extract-text.ts'
import { purgeTexts } from './purge-texts.ts'
import { deliverWebhookJob, extractTextJob, purgeTextsJob } from './text-service.jobs.ts'

export const textServiceJobs: readonly BoundJob<Context>[] = [
  bind(extractTextJob, extractText),
  bind(deliverWebhookJob, deliverWebhook),
  bind(purgeTextsJob, purgeTexts),
]
