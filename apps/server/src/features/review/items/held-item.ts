import type { ReviewType } from '@recto/contract/review/review'
import { conflict, forbidden } from '../../../platform/app-error.ts'
import type { Actor, Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { getClass } from './document-class.ts'
import { lockHeldItem, type ReviewItemRow, type WaitingStatus } from './items.store.ts'

/**
 * Returns the status of the items that a screen of this type takes; throws 403 when the actor may
 * not use it.
 */
export function waitingStatusOf(actor: Actor, type: ReviewType): WaitingStatus {
  if (type === 'review' || type === 'simple_review') return 'PENDING'
  assertApprover(actor)
  return 'FINISHED'
}

/** Throws unless the actor may approve: reviewers only review, and others approve their work. */
export function assertApprover({ role }: Actor): void {
  if (role !== 'supervisor' && role !== 'admin') throw forbidden()
}

export const holdSeconds = ({ config }: Pick<Context, 'config'>): number =>
  config.reviewHoldHours * 3600

export type ClassReference = {
  readonly actor: Actor
  /** The id or the name of a document class. */
  readonly className: string
}

/**
 * Returns the item that the actor holds, locked by the transaction. Throws 409 when the hold has
 * expired: somebody else may have the item by now.
 */
export async function getHeldItem(
  tenant: Tenant,
  { actor, className }: ClassReference,
  status: WaitingStatus,
): Promise<ReviewItemRow> {
  const { workflowId } = await getClass(tenant, className)
  const heldBy = { workflowId, status, userId: actor.userId }
  const item = await lockHeldItem(tenant, heldBy)
  if (!item)
    throw conflict(
      'You no longer have a document of this class assigned to you. Fetch the next one.',
    )
  return item
}

export type ItemResult = {
  readonly output: Readonly<Record<string, unknown>>
  readonly evidence?: unknown
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** Returns the result with the edits so far. */
export function resultOf({ result }: Pick<ReviewItemRow, 'result'>): ItemResult {
  const { output = {}, ...rest } = (result ?? {}) as Partial<ItemResult>
  return { output, ...rest }
}
