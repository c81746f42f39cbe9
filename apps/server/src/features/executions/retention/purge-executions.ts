import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { Durable } from '../../../platform/jobs/jobs.ts'
import type { RetryPolicy } from '../../../platform/retry.ts'
import { deleteDocument } from '../../documents/documents.port.ts'
import { deleteCallsOfExecutions } from '../../model-calls/model-calls.port.ts'
import { purgeRemoved } from '../../prompt-studio/prompt-studio.port.ts'
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

/** Two workers that delete the same rows may conflict; each of them retries. */
const databaseRetries: RetryPolicy = { attempts: 5, isRetryable: () => true }

/**
 * Deletes executions that finished longer ago than the installation keeps them: their files and
 * results, their recorded model calls, and their documents unless something else refers to them.
 * Recorded costs stay. Items deleted in the prompt studio and not restored are deleted too, and so are
 * drafts of pipelines that nobody continues; executions that never started are ended.
 */
export async function purgeExecutions(
  ctx: Pick<Context, 'config' | 'db' | 'files'>,
  { organizationId }: { readonly organizationId: number },
  durable: Durable,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  // One step, because the steps of a job that may be under way must not change.
  await durable.runUnrecorded('removed', async () => {
    await purgeRemoved(ctx, { organizationId })
    await endUnstartedExecutions(tenant, new Date())
    await purgeAbandonedDrafts(tenant, new Date())
  })
  const days = ctx.config.executionRetentionDays
  if (days === 0) return
  for (let batch = 0; batch < maxBatches; batch++) {
    // The step is stored before anything is deleted: after a crash the next attempt still knows
    // which documents are left.
    const oldExecutions = await durable.step('choose', () =>
      findOldExecutions(tenant, { days, limit: batchSize }),
    )
    if (oldExecutions.ids.length === 0) return
    await durable.runUnrecorded(
      'remove',
      () => deleteWithDocuments(ctx, tenant, oldExecutions),
      databaseRetries,
    )
  }
}

/** Safe to repeat. */
async function deleteWithDocuments(
  ctx: Pick<Context, 'db' | 'files'>,
  tenant: Tenant,
  { ids, documents }: OldExecutions,
): Promise<void> {
  await deleteCallsOfExecutions(tenant, ids)
  await deleteExecutions(tenant, ids)
  for (const hash of documents) await deleteDocument(ctx, tenant, hash)
}
