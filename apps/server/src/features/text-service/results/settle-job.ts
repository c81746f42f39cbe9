import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { type JobOutcome, settleTextJob, type TextJobRow } from '../jobs/text-jobs.store.ts'
import { deliverWebhookJob } from '../jobs/text-service.jobs.ts'
import { correctPages } from '../usage/quota.store.ts'
import { insertTextUsage } from '../usage/text-usage.store.ts'

type Input = { readonly job: TextJobRow; readonly settled: JobOutcome }

/** Ends a job once: with it, its pages are counted and its webhook is asked for. */
export async function settleJob(
  { jobs }: Pick<Context, 'jobs'>,
  tenant: Tenant,
  { job, settled }: Input,
): Promise<void> {
  await inTransaction(tenant, async (within) => {
    const row = await settleTextJob(within, job.id, settled)
    if (!row) return
    const isRead = settled.status === 'processed'
    await giveBack(within, row, isRead ? row.processed_pages : 0)
    if (isRead) await count(within, row)
    if (!row.webhook_name) return
    const { db, organizationId } = within
    const payload = { organizationId, jobId: row.id }
    const key = `deliver-webhook:${row.id}`
    await jobs.enqueue(deliverWebhookJob, payload, { key, organizationId, db })
  })
}

/** The day of which pages were taken gets back what was not needed, or gives what was needed beyond that. */
async function giveBack(tenant: Tenant, row: TextJobRow, needed: number): Promise<void> {
  const { plan, reserved_day: day, reserved_pages: reserved } = row
  if (day === null || needed === reserved) return
  await correctPages(tenant, { plan, day, change: needed - reserved })
}

async function count(tenant: Tenant, row: TextJobRow): Promise<void> {
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
