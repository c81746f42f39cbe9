import { conflict } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  lockReviewedFile,
  type ReleaseOutcome,
  releaseReviewedFile,
} from '../../executions/executions.port.ts'
import { findSyncTarget } from '../../review-rules/review-rules.port.ts'
import { deliverApprovedJob } from '../review.jobs.ts'
import { insertEvents } from './events.store.ts'
import { type ItemResult, resultOf } from './held-item.ts'
import { moveItem, type ReviewItemRow } from './items.store.ts'
import { saveExpectedValues } from './save-expected-values.ts'

type Approval = {
  readonly item: ReviewItemRow
  /** Null when the item is approved automatically. */
  readonly userId: number | null
  /** Time in which the approval can be undone; its result is delivered afterwards. */
  readonly undoSeconds: number
}

/**
 * Approves an item and releases its file, in one transaction, so that the result is delivered, or
 * stored to be fetched, exactly once. The reviewed values also become expected values of the prompts that asked
 * for them. If the approval can be undone, a job does all that when the time is over.
 */
export async function approveInTransaction(
  ctx: Pick<Context, 'jobs'>,
  tenant: Tenant,
  { item, userId, undoSeconds }: Approval,
): Promise<void> {
  const syncTarget = (await findSyncTarget(tenant, item.workflow_id)) ?? item.sync_with ?? 'Queue'
  const goesToDestination = syncTarget === 'DB'
  const canBeUndone = undoSeconds > 0
  const approvedAt = new Date()
  const result = buildApprovedResult(item, approvedAt)
  const fileId = item.file_execution_id
  const outcome = canBeUndone
    ? await lockReviewedFile(tenant, fileId)
    : await releaseReviewedFile(tenant, { fileId, result, goesToDestination })
  assertReleasable(outcome)
  await moveItem(tenant, item.id, {
    status: 'APPROVED',
    undoSeconds,
    approved: {
      by: userId,
      at: approvedAt,
      syncTarget,
      result: canBeUndone ? item.result : result,
      waitsToBeFetched: waitsToBeFetched(outcome, goesToDestination),
    },
  })
  const note = userId === null ? 'Approved automatically, according to the review settings.' : null
  await insertEvents(tenant, item, [{ kind: 'approved', userId, note }])
  if (canBeUndone) await enqueueDelivery(ctx, tenant, item.id, approvedAt)
  else await saveExpectedValues(ctx, tenant, { ...item, result, approved_by: userId })
}

/** Builds the result that is delivered; later runs do not have it reviewed again. */
export function buildApprovedResult(
  item: Pick<ReviewItemRow, 'result'>,
  approvedAt: Date,
): ItemResult {
  const { enteredTexts: _, ...result } = resultOf(item)
  const review = { approved_at: approvedAt.toISOString() }
  return { ...result, metadata: { ...result.metadata, review } }
}

async function enqueueDelivery(
  { jobs }: Pick<Context, 'jobs'>,
  { db, organizationId }: Tenant,
  itemId: string,
  approvedAt: Date,
): Promise<void> {
  // An approval after an undone one is a delivery of its own.
  const key = `review-delivery:${itemId}:${approvedAt.toISOString()}`
  await jobs.enqueue(deliverApprovedJob, { organizationId, itemId }, { key, organizationId, db })
}

/**
 * A file that an earlier version finished before its review cannot be delivered any more, so its
 * result waits to be fetched with a review key.
 */
export const waitsToBeFetched = (
  outcome: ReleaseOutcome | 'waiting',
  goesToDestination: boolean,
): boolean => !goesToDestination || outcome === 'completed'

function assertReleasable(outcome: ReleaseOutcome | 'waiting'): void {
  if (outcome === 'busy')
    throw conflict('The file is being processed at the moment. Try again shortly.')
  if (outcome === 'gone') {
    throw conflict(
      'The run of this document was cancelled, so its result can no longer be delivered.',
    )
  }
}
