import type { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { JobAsleepError } from '../../platform/work/jobs.ts'
import { findActor } from '../organizations/organizations.port.ts'
import type { withdrawReviewsJob } from '../workflows/workflows.port.ts'
import { stopAndRecord } from './change-run.ts'
import {
  findExecutionsInReview,
  hasApprovedFiles,
  withdrawItems,
} from './review/withdrawn-items.store.ts'

const server = { userId: null, email: 'server' }

/** Time after which a run is looked at again whose approved documents are on their way. */
const deliverySeconds = 1

/**
 * Takes the documents of a deleted workflow out of review, and stops their runs, so that nothing of
 * them is delivered. What was approved before is still delivered: its run ends after that.
 */
export async function withdrawReviews(
  ctx: Pick<Context, 'config' | 'db' | 'events' | 'log' | 'batchedWrites'>,
  { organizationId, workflowId, userId }: z.output<typeof withdrawReviewsJob.payload>,
): Promise<void> {
  const tenant = { db: ctx.db, organizationId }
  const doer = (await findActor(tenant, userId)) ?? server
  let isDelivering = false
  for (const id of await findExecutionsInReview(tenant, workflowId)) {
    const isStopped = await inTransaction(tenant, async (transaction) => {
      await withdrawItems(transaction, id)
      if (await hasApprovedFiles(transaction, id)) return false
      await stopAndRecord(ctx, transaction, doer, id)
      return true
    })
    if (!isStopped) isDelivering = true
  }
  if (isDelivering) throw new JobAsleepError(deliverySeconds)
}
