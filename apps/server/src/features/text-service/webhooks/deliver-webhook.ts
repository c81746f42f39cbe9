import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import type { Durable } from '../../../platform/jobs/jobs.ts'
import { getRetryAfterSeconds, type RetryPolicy } from '../../../platform/retry.ts'
import { findPages, findTextJob, type TextJobRow } from '../jobs/text-jobs.store.ts'
import { presentWebhookPayload } from '../results/present-result.ts'
import { findResult } from '../results/result-files.ts'
import { recordDelivery } from '../results/retrieve-text.ts'
import { postWebhook } from './post-webhook.ts'
import { findWebhook } from './text-webhooks.store.ts'

type Payload = { readonly organizationId: number; readonly jobId: string }

const retrySeconds = [2, 10, 30]

const threeRetries: RetryPolicy = {
  attempts: 1 + retrySeconds.length,
  waitSeconds: (error, attempt) => getRetryAfterSeconds(error) ?? retrySeconds[attempt - 1] ?? 0,
}

const timeoutSeconds = 60

/**
 * Sends the outcome of a job to its webhook. If the webhook accepts it, it counts as delivered;
 * after four failed attempts the text can still be fetched.
 */
export async function deliverWebhook(
  ctx: Context,
  payload: Payload,
  durable: Durable,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId: payload.organizationId }
  const job = await durable.runUnrecorded('find', () => findTextJob(tenant, { id: payload.jobId }))
  if (!job?.webhook_name) return

  const isTaken = await durable
    .step('deliver', () => deliver(ctx, tenant, job), threeRetries)
    .catch((error) => {
      ctx.log.warn(
        { job: job.id, reason: describeFailure(error) },
        'a webhook did not accept a text',
      )
      return false
    })
  if (isTaken && job.status === 'processed') {
    await durable.step('count', () => recordDelivery(ctx, tenant, job))
  }
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
