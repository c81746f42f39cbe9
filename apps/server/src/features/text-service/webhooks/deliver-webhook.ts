import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { JobRun } from '../../../platform/work/jobs.ts'
import { retryThroughOutage } from '../../../platform/work/retry-through-outage.ts'
import { findPages, findTextJob, type TextJobRow } from '../jobs/text-jobs.store.ts'
import { presentWebhookPayload } from '../results/present-result.ts'
import { findResult } from '../results/result-files.ts'
import { recordDelivery } from '../results/retrieve-text.ts'
import { postWebhook } from './post-webhook.ts'
import { findWebhook } from './text-webhooks.store.ts'

type Payload = { readonly organizationId: number; readonly jobId: string }

const timeoutSeconds = 60

/**
 * Sends the outcome of a job to its webhook. If the webhook accepts it, it counts as delivered;
 * after four failed attempts the text can still be fetched.
 */
export async function deliverWebhook(
  ctx: Context,
  { organizationId, jobId }: Payload,
  run: Pick<JobRun, 'signal'>,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  const job = await findTextJob(tenant, { id: jobId })
  if (!job?.webhook_name) return
  const isAccepted = await deliver(ctx, tenant, job)
  if (!isAccepted || job.status !== 'processed') return
  // Retried by itself, because the whole job would send the text again.
  await retryThroughOutage(ctx, run, () => recordDelivery(ctx, tenant, job))
}

/** Returns false when there is nothing left to send, or no webhook to send it to. */
async function deliver(ctx: Context, tenant: Tenant, job: TextJobRow): Promise<boolean> {
  const webhook = await findWebhook(tenant, job.webhook_name ?? '')
  if (!webhook) return false
  const result = await findResult(ctx, tenant, job.id)
  if (!result && job.status !== 'error') return false
  await postWebhook(ctx, {
    url: webhook.url,
    token: ctx.vault.open(webhook.sealed_token),
    payload: presentWebhookPayload(job, result, await findPages(tenant, job.id)),
    timeoutSeconds,
  })
  return true
}
