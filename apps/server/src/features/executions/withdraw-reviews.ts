import type { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { findActor } from '../organizations/organizations.port.ts'
import type { withdrawReviewsJob } from '../workflows/workflows.port.ts'
import { stopAndRecord } from './change-run.ts'
import { findExecutionsInReview } from './review/executions-in-review.reads.ts'

const server = { userId: null, email: 'server' }

/**
 * Stops the runs of a deleted workflow whose documents wait for review, so that these leave the
 * queue and nothing of them is delivered.
 */
export async function withdrawReviews(
  ctx: Pick<Context, 'db' | 'events' | 'log' | 'batchedWrites'>,
  { organizationId, workflowId, userId }: z.output<typeof withdrawReviewsJob.payload>,
): Promise<void> {
  const tenant = { db: ctx.db, organizationId }
  const doer = (await findActor(tenant, userId)) ?? server
  for (const id of await findExecutionsInReview(tenant, workflowId)) {
    await inTransaction(tenant, (transaction) => stopAndRecord(ctx, transaction, doer, id))
  }
}
