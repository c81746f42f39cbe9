import { conflict } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { lockExecutionsOfFiles } from '../../executions/executions.port.ts'
import { lockMember } from '../../organizations/organizations.port.ts'
import { insertEvents } from './events.store.ts'
import { assertApprover, holdSeconds } from './held-item.ts'
import {
  findHeldFile,
  findItem,
  lockHeldItem,
  type ReviewItemRow,
  releaseHold,
  takeApprovedItem,
  takeFinishedItem,
  type WaitingStatus,
} from './items.store.ts'

type UndoRequest = { readonly actor: Actor; readonly itemId: string }
type UndoDependencies = Pick<Context, 'db' | 'config'>

/**
 * Gives a person back the item whose review they have just finished, even if that was approved
 * automatically. Throws 409 when it is too late.
 */
export async function undoFinish(
  ctx: UndoDependencies,
  { actor, itemId }: UndoRequest,
): Promise<ReviewItemRow> {
  const { userId } = actor
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await lockExecutions(tenant, itemId, { status: 'PENDING', userId })
    const request = { id: itemId, userId, seconds: holdSeconds(ctx) }
    const finishedItem = await takeFinishedItem(tenant, request)
    const item = finishedItem ?? (await takeApprovedItem(tenant, { ...request, status: 'PENDING' }))
    if (!item) throw conflict('The review of this document can no longer be undone.')
    if (!finishedItem) await insertEvents(tenant, item, [{ kind: 'withdrawn', userId: null }])
    await insertEvents(tenant, item, [{ kind: 'undone', userId }])
    await releaseOther(tenant, item, { status: 'PENDING', userId })
    return item
  })
}

/**
 * Gives a person back the item that they have just approved, as long as nothing of it has been
 * delivered. Throws 409 when it is too late.
 */
export async function undoApproval(
  ctx: UndoDependencies,
  { actor, itemId }: UndoRequest,
): Promise<ReviewItemRow> {
  assertApprover(actor)
  const { userId } = actor
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const status = 'FINISHED'
    await lockExecutions(tenant, itemId, { status, userId })
    const request = { id: itemId, userId, seconds: holdSeconds(ctx), status } as const
    const item = await takeApprovedItem(tenant, request)
    if (!item) throw conflict(await explainRefusal(tenant, itemId))
    await insertEvents(tenant, item, [{ kind: 'withdrawn', userId }])
    await releaseOther(tenant, item, { status, userId })
    return item
  })
}

async function explainRefusal(tenant: Tenant, itemId: string): Promise<string> {
  const item = await findItem(tenant, itemId)
  const isReleased = item?.delivers_at === null && ['APPROVED', 'FETCHED'].includes(item.status)
  return isReleased
    ? 'The result of this document is already being delivered, so its approval can no longer be undone.'
    : 'The approval of this document can no longer be undone.'
}

type Holder = { readonly status: WaitingStatus; readonly userId: number }

/**
 * Locks the person, and then the executions of the item and of the one that the person holds by now: a
 * stop locks an execution before its items.
 */
async function lockExecutions(tenant: Tenant, itemId: string, holder: Holder): Promise<void> {
  await lockMember(tenant, holder.userId)
  const item = await findItem(tenant, itemId)
  if (!item) return
  const heldFile = await findHeldFile(tenant, { workflowId: item.workflow_id, ...holder })
  const fileIds = [item.file_execution_id, heldFile].filter((id) => id !== undefined)
  await lockExecutionsOfFiles(tenant, fileIds)
}

/** The item that the person holds by now returns to its place in the queue with its edits. */
async function releaseOther(
  tenant: Tenant,
  { id, workflow_id: workflowId }: ReviewItemRow,
  { status, userId }: Holder,
): Promise<void> {
  // The item that was taken back is held for the shortest time.
  const heldItem = await lockHeldItem(tenant, { workflowId, status, userId })
  if (!heldItem || heldItem.id === id) return
  await releaseHold(tenant, heldItem.id)
  await insertEvents(tenant, heldItem, [{ kind: 'returned', userId }])
}
