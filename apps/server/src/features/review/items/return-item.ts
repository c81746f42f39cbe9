import type { ReviewType } from '@recto/contract/review'
import { type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { insertEvents } from './events.store.ts'
import { getHeldItem, type OfClass, statusOf } from './held-item.ts'
import { moveItem } from './items.store.ts'

type Input = OfClass & { readonly type: ReviewType; readonly reason?: string | undefined }

/** Back to the end of where it came from, with its edits; so one that cannot pass blocks no other. */
export async function returnItem(
  ctx: Pick<Context, 'db'>,
  { type, reason, ...named }: Input,
): Promise<void> {
  const { actor } = named
  const status = statusOf(actor, type)
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const item = await getHeldItem(tenant, named, status)
    const kind = status === 'FINISHED' ? 'rejected' : 'returned'
    await moveItem(tenant, item.id, { status, note: reason || item.note })
    await insertEvents(tenant, item, [{ kind, userId: actor.userId, note: reason ?? null }])
  })
}
