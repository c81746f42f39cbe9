import type { ReviewType } from '@recto/contract/review'
import { type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { getClass } from './document-class.ts'
import { insertEvents } from './events.store.ts'
import { holdSeconds, type OfClass, statusOf } from './held-item.ts'
import { findUpcoming, type ReviewItemRow, takeItem } from './items.store.ts'

type Input = OfClass & { readonly type: ReviewType }

/** The item that the actor holds, else the next one, which nobody else is given from now on. */
export async function fetchNext(
  ctx: Pick<Context, 'db' | 'config'>,
  { actor, className, type }: Input,
): Promise<ReviewItemRow | undefined> {
  const status = statusOf(actor, type)
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const { workflowId } = await getClass(tenant, className)
    const { userId } = actor
    const taken = await takeItem(tenant, { workflowId, status, userId, seconds: holdSeconds(ctx) })
    if (taken?.isNew) await insertEvents(tenant, taken.item, [{ kind: 'taken', userId }])
    return taken?.item
  })
}

/** What the actor will probably fetch after what they hold; nothing becomes theirs by that. */
export async function peekNext(
  ctx: Pick<Context, 'db'>,
  { actor, className, type }: Input,
): Promise<{ readonly id: string } | undefined> {
  const status = statusOf(actor, type)
  const tenant = tenantOf(ctx, actor)
  const { workflowId } = await getClass(tenant, className)
  return findUpcoming(tenant, { workflowId, status })
}
