import type { ReviewType } from '@recto/contract/review/review'
import { type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { insertEvents } from './events.store.ts'
import { getHeldItem, type HeldItemReference, waitingStatusOf } from './held-item.ts'
import { moveItem } from './items.store.ts'

type ReturnItemRequest = HeldItemReference & {
  readonly type: ReviewType
  readonly reason?: string | undefined
}

/**
 * Returns an item with its edits to the end of the queue that it came from, so that an item that
 * cannot be approved does not block others.
 */
export async function returnItem(
  ctx: Pick<Context, 'db'>,
  { type, reason, ...reference }: ReturnItemRequest,
): Promise<void> {
  const { actor } = reference
  const status = waitingStatusOf(actor, type)
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const item = await getHeldItem(tenant, reference, status)
    const kind = status === 'FINISHED' ? 'rejected' : 'returned'
    await moveItem(tenant, item.id, { status, note: reason || item.note })
    await insertEvents(tenant, item, [{ kind, userId: actor.userId, note: reason ?? null }])
  })
}
