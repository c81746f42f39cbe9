import { findMissingField, type RequiredMode } from '@recto/contract/required-fields'
import { badRequest } from '../../../platform/app-error.ts'
import { type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { announceWork } from '../../../platform/leases/announce-work.ts'
import { isAutoApproved } from '../../review-rules/review-rules.port.ts'
import { approveWithin } from './approve-item.ts'
import { applyEdits } from './edit-item.ts'
import { insertEvents } from './events.store.ts'
import { getHeldItem, type OfClass, resultOf } from './held-item.ts'
import { moveItem, type ReviewItemRow } from './items.store.ts'

type Input = OfClass & { readonly output?: Readonly<Record<string, unknown>> | undefined }
type Needs = Pick<Context, 'db' | 'config' | 'events' | 'jobs' | 'log'>

/**
 * Ends the review of the item that the actor holds, which then waits for approval, unless nobody else is asked in
 * its class or after this reviewer. With edits they are saved first.
 */
export async function finishReview(ctx: Needs, { output, ...named }: Input): Promise<void> {
  const { actor } = named
  const { userId, email } = actor
  const isApproved = await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const held = await getHeldItem(tenant, named, 'PENDING')
    const item = output ? await applyEdits(ctx, tenant, { item: held, userId, output }) : held
    assertWhole(item)
    await moveItem(tenant, item.id, { status: 'FINISHED', finishedBy: userId, note: null })
    await insertEvents(tenant, item, [{ kind: 'finished', userId }])
    const isAutomatic = await isAutoApproved(tenant, { workflowId: item.workflow_id, email })
    if (isAutomatic) await approveWithin(ctx, tenant, { item, userId: null })
    return isAutomatic
  })
  if (isApproved) await announceWork(ctx)
}

/** 400 in the words that reviewers see. */
export function assertWhole(item: ReviewItemRow): void {
  const { output, metadata } = resultOf(item)
  const required = (metadata?.required_fields ?? {}) as Readonly<Record<string, RequiredMode>>
  const missing = findMissingField({ output, required })
  if (missing) throw badRequest(missing)
}
