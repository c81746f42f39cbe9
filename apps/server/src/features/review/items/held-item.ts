import type { ReviewType } from '@recto/contract/review/review'
import { conflict, forbidden } from '../../../platform/app-error.ts'
import type { Actor, Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { lockExecutionOfFile } from '../../executions/executions.port.ts'
import { lockMember } from '../../organizations/organizations.port.ts'
import { getClass } from './document-class.ts'
import type { EnteredTexts } from './entered-texts.ts'
import {
  findHeldFile,
  lockHeldItem,
  type ReviewItemRow,
  type WaitingStatus,
} from './items.store.ts'

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

export type HeldItemReference = ClassReference & {
  /** The item that the actor sees, if the client states it. */
  readonly itemId?: string | undefined
}

/**
 * Returns the item that the actor holds, locked by the transaction together with the person and the
 * execution. Throws 409 when the hold has expired, or when the actor holds another item than the one
 * that the client shows: somebody else may have that by now.
 */
export async function getHeldItem(
  tenant: Tenant,
  { actor, className, itemId }: HeldItemReference,
  status: WaitingStatus,
): Promise<ReviewItemRow> {
  const { workflowId } = await getClass(tenant, className)
  const heldBy = { workflowId, status, userId: actor.userId }
  await lockMember(tenant, actor.userId)
  const fileId = await findHeldFile(tenant, heldBy)
  // An approval releases the file of the item, and a stop locks both in this order.
  if (fileId) await lockExecutionOfFile(tenant, fileId)
  const item = await lockHeldItem(tenant, heldBy)
  if (item && (itemId === undefined || item.id === itemId)) return item
  throw conflict('You no longer have a document of this class assigned to you. Fetch the next one.')
}

export type ItemResult = {
  readonly output: Readonly<Record<string, unknown>>
  readonly evidence?: unknown
  readonly metadata?: Readonly<Record<string, unknown>>
  /** The texts that the values of entered columns were read from. They are not delivered. */
  readonly enteredTexts?: EnteredTexts
}

/** Returns the result with the edits so far. */
export function resultOf({ result }: Pick<ReviewItemRow, 'result'>): ItemResult {
  const { output = {}, ...rest } = (result ?? {}) as Partial<ItemResult>
  return { output, ...rest }
}
