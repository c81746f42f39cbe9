import { findMissingField, type RequiredMode } from '@recto/contract/wire/required-fields'
import type { InputNotation } from '@recto/extraction/read-input'
import { badRequest } from '../../../platform/app-error.ts'
import { type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { announceWork } from '../../../platform/work/announce-work.ts'
import { isAutoApproved } from '../../review-rules/review-rules.port.ts'
import { approveInTransaction } from './approve-item.ts'
import { applyEdits } from './edit-held-item.ts'
import { insertEvents } from './events.store.ts'
import { getHeldItem, type HeldItemReference, resultOf } from './held-item.ts'
import { moveItem, type ReviewItemRow } from './items.store.ts'

type FinishReviewRequest = HeldItemReference & {
  readonly output?: Readonly<Record<string, unknown>> | undefined
  readonly notation?: InputNotation | undefined
  /** Time in which an automatic approval can be undone together with the review. */
  readonly undoSeconds?: number
}
type FinishReviewDependencies = Pick<Context, 'db' | 'config' | 'events' | 'jobs' | 'log'>

/**
 * Finishes the review of the item that the actor holds. It then waits for approval, unless reviews
 * of its class or of this reviewer are approved automatically. Edits are saved first.
 */
export async function finishReview(
  ctx: FinishReviewDependencies,
  { output, notation, undoSeconds = 0, ...reference }: FinishReviewRequest,
): Promise<void> {
  const { actor } = reference
  const { userId, email } = actor
  const isApproved = await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const heldItem = await getHeldItem(tenant, reference, 'PENDING')
    const item = output
      ? await applyEdits(ctx, tenant, { item: heldItem, userId, output, notation })
      : heldItem
    assertRequiredFields(item)
    // The review can be taken back for the time of the setting; the time that the caller states is that of an approval.
    await moveItem(tenant, item.id, {
      status: 'FINISHED',
      finishedBy: userId,
      note: null,
      undoSeconds: ctx.config.reviewUndoSeconds,
    })
    await insertEvents(tenant, item, [{ kind: 'finished', userId }])
    const isAutomatic = await isAutoApproved(tenant, { workflowId: item.workflow_id, email })
    if (isAutomatic)
      await approveInTransaction(ctx, tenant, {
        item: { ...item, finished_by: userId },
        userId: null,
        undoSeconds,
      })
    return isAutomatic
  })
  if (isApproved) await announceWork(ctx, 'items')
}

/** Throws a 400 whose text is shown to reviewers. */
export function assertRequiredFields(item: ReviewItemRow): void {
  const { output, metadata } = resultOf(item)
  const required = (metadata?.required_fields ?? {}) as Readonly<Record<string, RequiredMode>>
  const missingFieldMessage = findMissingField({ output, required })
  if (missingFieldMessage) throw badRequest(missingFieldMessage)
}
