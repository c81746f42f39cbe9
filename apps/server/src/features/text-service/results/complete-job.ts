import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { completeTextJob, type JobOutcome, type TextJobRow } from '../jobs/text-jobs.store.ts'
import { deliverWebhookJob, deliverWebhookKey } from '../jobs/text-service.jobs.ts'
import { correctQuota } from '../usage/quota.store.ts'
import { insertTextUsage } from '../usage/text-usage.store.ts'

type CompletedJob = { readonly job: TextJobRow; readonly outcome: JobOutcome }

/**
 * Finishes a job once; in the same transaction its pages are counted and its webhook is enqueued.
 */
export async function completeJob(
  { jobs }: Pick<Context, 'jobs'>,
  tenant: Tenant,
  { job, outcome }: CompletedJob,
): Promise<void> {
  await inTransaction(tenant, async (transaction) => {
    const row = await completeTextJob(transaction, job.id, outcome)
    if (!row) return
    const isRead = outcome.status === 'processed'
    await correctReservation(transaction, row, isRead ? row.processed_pages : 0)
    if (isRead) await recordUsage(transaction, row)
    if (!row.webhook_name) return
    const { db, organizationId } = transaction
    const payload = { organizationId, jobId: row.id }
    const key = deliverWebhookKey(row)
    await jobs.enqueue(deliverWebhookJob, payload, { key, organizationId, db })
  })
}

/** Corrects the day's quota when the job needed fewer or more pages than were reserved. */
async function correctReservation(
  tenant: Tenant,
  row: TextJobRow,
  neededPages: number,
): Promise<void> {
  const { plan, reserved_day: day, reserved_pages: reservedPages } = row
  if (day === null || neededPages === reservedPages) return
  await correctQuota(tenant, { plan, day, change: neededPages - reservedPages })
}

async function recordUsage(tenant: Tenant, row: TextJobRow): Promise<void> {
  await insertTextUsage(tenant, {
    job_id: row.id,
    whisper_hash: row.whisper_hash,
    mode: row.mode,
    tag: row.tag,
    processed_pages: row.processed_pages,
    requested_pages: row.requested_pages,
    total_pages: row.total_pages,
    file_size: row.file_size,
    key_id: row.charged_key_id,
    plan: row.plan,
    started_at: row.started_at ?? row.created_at,
    finished_at: row.finished_at ?? new Date(),
  })
}
