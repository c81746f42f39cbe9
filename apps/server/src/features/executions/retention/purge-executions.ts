import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { Durable } from '../../../platform/jobs/jobs.ts'
import type { RetryPolicy } from '../../../platform/retry.ts'
import { forgetDocument } from '../../documents/documents.port.ts'
import { forgetModelCalls } from '../../model-calls/model-calls.port.ts'
import { purgeRemoved } from '../../prompt-studio/prompt-studio.port.ts'
import { deleteExecutions, findOldExecutions, type OldExecutions } from './old-executions.store.ts'

/** Few enough that nobody waits for one, and that an hour's are no load. */
const batchSize = 500
const maxBatches = 200

/** Two workers that remove the same rows may get into each other's way; each of them goes on. */
const databaseRetries: RetryPolicy = { attempts: 5, isRetryable: () => true }

/**
 * Removes executions that finished longer ago than the installation keeps them: their files and
 * results, what models were asked for them, and their documents unless something else refers to them.
 * What they cost stays. What was deleted in the studio and not brought back goes with them.
 */
export async function purgeExecutions(
  ctx: Pick<Context, 'config' | 'db' | 'files'>,
  { organizationId }: { readonly organizationId: number },
  durable: Durable,
): Promise<void> {
  await durable.everyTime('removed', () => purgeRemoved(ctx, { organizationId }))
  const days = ctx.config.keepExecutionsDays
  if (days === 0) return
  const tenant: Tenant = { db: ctx.db, organizationId }
  for (let batch = 0; batch < maxBatches; batch++) {
    // Stored before anything goes: whoever goes on after a kill still knows which documents are left.
    const old = await durable.step('choose', () =>
      findOldExecutions(tenant, { days, limit: batchSize }),
    )
    if (old.ids.length === 0) return
    await durable.everyTime('remove', () => remove(ctx, tenant, old), databaseRetries)
  }
}

/** Safe to run again. */
async function remove(
  ctx: Pick<Context, 'db' | 'files'>,
  tenant: Tenant,
  { ids, documents }: OldExecutions,
): Promise<void> {
  await forgetModelCalls(tenant, ids)
  await deleteExecutions(tenant, ids)
  for (const hash of documents) await forgetDocument(ctx, tenant, hash)
}
