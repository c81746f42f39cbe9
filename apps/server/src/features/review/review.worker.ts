import type { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { inTransaction, type Tenant } from '../../platform/db/database.ts'
import { announceWork } from '../../platform/work/announce-work.ts'
import { type BoundJob, bindJob, JobAsleepError } from '../../platform/work/jobs.ts'
import {
  lockExecutionOfFile,
  type ReleaseOutcome,
  releaseReviewedFile,
} from '../executions/executions.port.ts'
import { findSyncTarget } from '../review-rules/review-rules.port.ts'
import { buildApprovedResult, waitsToBeFetched } from './items/approve-item.ts'
import { insertEvents } from './items/events.store.ts'
import {
  findItem,
  lockUndeliveredItem,
  markDelivered,
  type ReviewItemRow,
  returnUndelivered,
} from './items/items.store.ts'
import { saveExpectedValues } from './items/save-expected-values.ts'
import { deliverApprovedJob, saveExpectedValuesJob } from './review.jobs.ts'

/** Time until the job tries again while a worker is processing the file. */
const busySeconds = 1

type ItemPayload = z.output<typeof deliverApprovedJob.payload>

/**
 * Releases the file of an approved item when its approval can no longer be undone. Does nothing if
 * it was undone, or if the result is delivered.
 */
async function deliverApproved(
  ctx: Context,
  { organizationId, itemId }: ItemPayload,
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
    const outcome = await deliver(tenant, item)
    const key = `review-expected-values:${itemId}`
    await ctx.jobs.enqueue(
      saveExpectedValuesJob,
      { organizationId, itemId },
      { key, organizationId, db: tenant.db },
    )
    return outcome === 'released'
  })
  if (isReleased) await announceWork(ctx, 'items')
}

async function deliver(
  tenant: Tenant,
  item: ReviewItemRow,
): Promise<Exclude<ReleaseOutcome, 'busy'>> {
  // Approvals that a server of an earlier version accepted have no target of their own.
  const syncTarget = item.sync_with ?? (await findSyncTarget(tenant, item.workflow_id))
  const goesToDestination = syncTarget === 'DB'
  const result = buildApprovedResult(item, item.approved_at ?? item.modified_at)
  const fileId = item.file_execution_id
  const outcome = await releaseReviewedFile(tenant, { fileId, result, goesToDestination })
  if (outcome === 'busy') throw new JobAsleepError(busySeconds)
  await markDelivered(tenant, {
    id: item.id,
    result,
    // The result of a file that is gone by now can still be fetched.
    waitsToBeFetched: outcome === 'gone' || waitsToBeFetched(outcome, goesToDestination),
  })
  return outcome
}

/** Gives an item whose delivery has failed for good back to the people who approve. */
async function giveBackUndelivered(
  ctx: Pick<Context, 'db'>,
  { organizationId, itemId }: ItemPayload,
  error: unknown,
): Promise<void> {
  // An error of another process comes with its stack, which is for the log.
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1)
  const note = `The result could not be delivered, so it waits for approval again: ${reason}`
  await inTransaction({ db: ctx.db, organizationId }, async (tenant) => {
    const waitingItem = await findItem(tenant, itemId)
    if (!waitingItem) return
    await lockExecutionOfFile(tenant, waitingItem.file_execution_id)
    const item = await returnUndelivered(tenant, { id: itemId, note })
    if (!item) return
    await insertEvents(tenant, item, [{ kind: 'withdrawn', userId: null, note }])
  })
}

async function saveExpectedValuesOfItem(
  ctx: Context,
  { organizationId, itemId }: ItemPayload,
): Promise<void> {
  await inTransaction({ db: ctx.db, organizationId }, async (tenant) => {
    const item = await findItem(tenant, itemId)
    if (item) await saveExpectedValues(ctx, tenant, item)
  })
}

export const reviewJobs: readonly BoundJob<Context>[] = [
  bindJob(deliverApprovedJob, deliverApproved, giveBackUndelivered),
  bindJob(saveExpectedValuesJob, saveExpectedValuesOfItem),
]
