import type { ReviewType } from '@recto/contract/review/review'
import { type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { lockMember } from '../../organizations/organizations.port.ts'
import { getClass } from './document-class.ts'
import { insertEvents } from './events.store.ts'
import { type ClassReference, holdSeconds, waitingStatusOf } from './held-item.ts'
import {
  extendHold,
  findUpcoming,
  lockHeldItem,
  type ReviewItemRow,
  takeFreeItem,
} from './items.store.ts'

type FetchNextRequest = ClassReference & { readonly type: ReviewType }

/**
 * Returns the item that the actor holds, else assigns the next one to the actor alone. Requests of
 * one person come one after the other, so that nobody holds two.
 */
export async function fetchNext(
  ctx: Pick<Context, 'db' | 'config'>,
  { actor, className, type }: FetchNextRequest,
): Promise<ReviewItemRow | undefined> {
  const status = waitingStatusOf(actor, type)
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const { workflowId } = await getClass(tenant, className)
    const { userId } = actor
    const seconds = holdSeconds(ctx)
    await lockMember(tenant, userId)
    const heldItem = await lockHeldItem(tenant, { workflowId, status, userId })
    if (heldItem) return extendHold(tenant, { id: heldItem.id, seconds })
    const item = await takeFreeItem(tenant, { workflowId, status, userId, seconds })
    if (item) await insertEvents(tenant, item, [{ kind: 'taken', userId }])
    return item
  })
}

/** Returns the item that the actor will probably fetch next, without assigning it. */
export async function peekNext(
  ctx: Pick<Context, 'db'>,
  { actor, className, type }: FetchNextRequest,
): Promise<{ readonly id: string } | undefined> {
  const status = waitingStatusOf(actor, type)
  const tenant = tenantOf(ctx, actor)
  const { workflowId } = await getClass(tenant, className)
  return findUpcoming(tenant, { workflowId, status })
}
