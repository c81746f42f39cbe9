import type { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { announceWork } from '../../platform/work/announce-work.ts'
import { type BoundJob, bindJob, JobAsleepError } from '../../platform/work/jobs.ts'
import { lockExecutionOfFile, releaseReviewedFile } from '../executions/executions.port.ts'
import { syncTargetOf } from '../review-rules/review-rules.port.ts'
import { buildApprovedResult, isKept } from './items/approve-item.ts'
import { findItem, lockUndeliveredItem, markDelivered } from './items/items.store.ts'
import { saveExpectedValues } from './items/save-expected-values.ts'
import { deliverApprovedJob } from './review.jobs.ts'

/** A worker holds a file for so long at most before it is asked again. */
const busySeconds = 1

/**
 * Releases the file of an approved item when its approval can no longer be undone. Does nothing if
 * it was undone, or if the result is delivered.
 */
async function deliverApproved(
  ctx: Context,
  { organizationId, itemId }: z.output<typeof deliverApprovedJob.payload>,
): Promise<void> {
  const isReleased = await inTransaction({ db: ctx.db, organizationId }, async (tenant) => {
    const waitingItem = await findItem(tenant, itemId)
    if (!waitingItem) return false
    const fileId = waitingItem.file_execution_id
    // A stop locks the execution, its files and their items in this order.
    await lockExecutionOfFile(tenant, fileId)
    const lockedItem = await lockUndeliveredItem(tenant, itemId)
    if (!lockedItem) return false
    const { item, secondsLeft } = lockedItem
    if (secondsLeft > 0) throw new JobAsleepError(secondsLeft)
    const isDelivered = (await syncTargetOf(tenant, item.workflow_id)) === 'DB'
    const result = buildApprovedResult(item, item.approved_at ?? item.modified_at)
    const outcome = await releaseReviewedFile(tenant, { fileId, result, isDelivered })
    if (outcome === 'busy') throw new JobAsleepError(busySeconds)
    await markDelivered(tenant, {
      id: item.id,
      result,
      // The result of a file that is gone by now can still be fetched.
      isKept: outcome === 'gone' || isKept(outcome, isDelivered),
    })
    await saveExpectedValues(ctx, tenant, { ...item, result })
    return outcome === 'released'
  })
  if (isReleased) await announceWork(ctx, 'items')
}

export const reviewJobs: readonly BoundJob<Context>[] = [
  bindJob(deliverApprovedJob, deliverApproved),
]
