import { randomUUID } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { deleteCallsOfExecutions } from '../../model-calls/model-calls.port.ts'
import { purgeRemoved } from '../../prompt-studio/prompt-studio.port.ts'
import { deleteDocumentsJob } from '../executions.jobs.ts'
import {
  deleteExecutions,
  endUnstartedExecutions,
  findOldExecutions,
  type OldExecutions,
} from './old-executions.store.ts'
import { purgeAbandonedDrafts } from './purge-abandoned-drafts.ts'

/** Small enough that a batch blocks nobody, and that an hour's batches are no load. */
const batchSize = 500
const maxBatches = 200

/**
 * Deletes executions that finished longer ago than the installation keeps them: their files and
 * results, their recorded model calls, and their documents unless something else refers to them.
 * Recorded costs stay. Items deleted in the prompt studio and not restored are deleted too, and so are
 * drafts of pipelines that nobody continues; executions that never started are ended.
 */
export async function purgeExecutions(
  ctx: Pick<Context, 'config' | 'db' | 'files' | 'jobs'>,
  { organizationId }: { readonly organizationId: number },
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  await purgeRemoved(ctx, { organizationId })
  await endUnstartedExecutions(tenant, new Date())
  await purgeAbandonedDrafts(tenant, new Date())
  const { executionRetentionDays: days, resultHours } = ctx.config
  if (days === 0) return
  for (let batch = 0; batch < maxBatches; batch++) {
    const oldExecutions = await findOldExecutions(tenant, {
      days,
      resultHours,
      limit: batchSize,
    })
    if (oldExecutions.ids.length === 0) return
    await deleteBatch(ctx, tenant, oldExecutions)
  }
}

/**
 * The documents are deleted by a job of the same transaction: after a crash nothing else would know which
 * of them are left.
 */
async function deleteBatch(
  { jobs }: Pick<Context, 'jobs'>,
  tenant: Tenant,
  { ids, documents: hashes }: OldExecutions,
): Promise<void> {
  await deleteCallsOfExecutions(tenant, ids)
  await inTransaction(tenant, async (transaction) => {
    const { db, organizationId } = transaction
    await deleteExecutions(transaction, ids)
    const key = `delete-documents:${randomUUID()}`
    await jobs.enqueue(
      deleteDocumentsJob,
      { organizationId, hashes: [...hashes] },
      { key, organizationId, db },
    )
  })
}
