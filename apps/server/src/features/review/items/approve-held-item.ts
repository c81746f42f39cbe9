import { type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { announceWork } from '../../../platform/leases/announce-work.ts'
import { approveWithin } from './approve-item.ts'
import { applyEdits } from './edit-item.ts'
import { assertWhole } from './finish-review.ts'
import { assertApprover, getHeldItem, type OfClass } from './held-item.ts'

type Input = OfClass & { readonly output?: Readonly<Record<string, unknown>> | undefined }
type Needs = Pick<Context, 'db' | 'config' | 'events' | 'jobs' | 'log'>

/** The finished review that the actor holds. With edits they are saved first. */
export async function approveHeldItem(ctx: Needs, { output, ...named }: Input): Promise<void> {
  const { actor } = named
  const { userId } = actor
  assertApprover(actor)
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const held = await getHeldItem(tenant, named, 'FINISHED')
    const item = output ? await applyEdits(ctx, tenant, { item: held, userId, output }) : held
    assertWhole(item)
    await approveWithin(ctx, tenant, { item, userId })
  })
  await announceWork(ctx)
}
