import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { deleteDocument } from '../../documents/documents.port.ts'
import { deleteTextFile, findOldTextFiles } from '../files/text-files.store.ts'
import { deleteTextJob, findOldJobs, type TextJobRow } from '../jobs/text-jobs.store.ts'
import { deleteResult } from './result-files.ts'

const batchSize = 100

/**
 * Deletes the jobs older than the installation's retention time: the pages read, the text written,
 * and the document unless another feature uses it, too. Usage records remain.
 */
export async function purgeTexts(
  ctx: Context,
  { organizationId }: { readonly organizationId: number },
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  const find = () => findOldJobs(tenant, { days: ctx.config.textRetentionDays, limit: batchSize })
  for (let jobs = await find(); jobs.length > 0; jobs = await find()) {
    for (const job of jobs) await purgeTextJob(ctx, tenant, job)
  }
  await purgeFiles(ctx, tenant)
}

async function purgeFiles(ctx: Context, tenant: Tenant): Promise<void> {
  const age = { days: ctx.config.textRetentionDays, limit: batchSize }
  for (;;) {
    const files = await findOldTextFiles(tenant, age)
    if (files.length === 0) return
    for (const { id, file_hash: hash } of files) {
      await deleteTextFile(tenant, id)
      await deleteDocument(ctx, tenant, hash)
    }
  }
}

/** Deletes a finished job and everything that was written for it. */
export async function purgeTextJob(
  ctx: Pick<Context, 'db' | 'files'>,
  tenant: Tenant,
  job: TextJobRow,
): Promise<void> {
  await deleteResult(ctx, tenant, job.id)
  await deleteTextJob(tenant, job.id)
  await deleteDocument(ctx, tenant, job.file_hash)
}
