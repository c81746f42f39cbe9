import { conflict } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { lockMember } from '../../organizations/organizations.port.ts'
import { insertEvents } from './events.store.ts'
import { holdSeconds } from './held-item.ts'
import { lockHeldItem, type ReviewItemRow, releaseHold, takeFinishedItem } from './items.store.ts'

type UndoFinishRequest = { readonly actor: Actor; readonly itemId: string }

/**
 * Gives a person back the item whose review they have just finished. The item that they hold by now
 * returns to its place in the queue with its edits. Throws 409 when it is too late.
 */
export async function undoFinish(
  ctx: Pick<Context, 'db' | 'config'>,
  { actor, itemId }: UndoFinishRequest,
): Promise<ReviewItemRow> {
  const { userId } = actor
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await lockMember(tenant, userId)
    const item = await takeFinishedItem(tenant, { id: itemId, userId, seconds: holdSeconds(ctx) })
    if (!item) throw conflict('The review of this document can no longer be undone.')
    await insertEvents(tenant, item, [{ kind: 'undone', userId }])
    const holding = { workflowId: item.workflow_id, status: 'PENDING', userId } as const
    const heldItem = await lockHeldItem(tenant, holding)
    if (heldItem && heldItem.id !== item.id) {
      await releaseHold(tenant, heldItem.id)
      await insertEvents(tenant, heldItem, [{ kind: 'returned', userId }])
    }
    return item
  })
}
