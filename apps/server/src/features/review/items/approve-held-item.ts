import type { InputNotation } from '@recto/extraction/read-input'
import { type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { announceWork } from '../../../platform/work/announce-work.ts'
import { approveInTransaction } from './approve-item.ts'
import { applyEdits } from './edit-held-item.ts'
import { assertRequiredFields } from './finish-review.ts'
import { assertApprover, getHeldItem, type HeldItemReference } from './held-item.ts'

type ApproveHeldItemRequest = HeldItemReference & {
  readonly output?: Readonly<Record<string, unknown>> | undefined
  readonly notation?: InputNotation | undefined
  /** Time in which the approval can be undone. */
  readonly undoSeconds?: number
}
type ApproveHeldItemDependencies = Pick<Context, 'db' | 'config' | 'events' | 'jobs' | 'log'>

/** Approves the finished review that the actor holds. Edits are saved first. */
export async function approveHeldItem(
  ctx: ApproveHeldItemDependencies,
  { output, notation, undoSeconds = 0, ...reference }: ApproveHeldItemRequest,
): Promise<void> {
  const { actor } = reference
  const { userId } = actor
  assertApprover(actor)
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const heldItem = await getHeldItem(tenant, reference, 'FINISHED')
    const item = output
      ? await applyEdits(ctx, tenant, { item: heldItem, userId, output, notation })
      : heldItem
    assertRequiredFields(item)
    await approveInTransaction(ctx, tenant, { item, userId, undoSeconds })
  })
  await announceWork(ctx, 'items')
}
