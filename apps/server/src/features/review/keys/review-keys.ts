import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import {
  createSecret,
  defineKeys,
  type KeyTableRow,
} from '../../organizations/organizations.port.ts'

export type ReviewKeyRow = KeyTableRow<'review_key'>

const reviewKeys = defineKeys({
  table: 'review_key',
  uniqueConstraint: 'review_key_hash_key',
  order: 'oldest first',
  subject: 'review-key',
  noun: 'review key',
  nameOf: ({ description }) => description,
  toAuditValues: ({ description, is_active }) => ({ description, is_active }),
})

type ReviewKeysDependencies = Pick<Context, 'db' | 'vault'>
type ReviewKeyRequest = { readonly actor: Actor; readonly id: string }
type Changes = {
  readonly description?: string | undefined
  readonly isActive?: boolean | undefined
}

export const listReviewKeys = (
  ctx: ReviewKeysDependencies,
  actor: Actor,
): Promise<ReviewKeyRow[]> => reviewKeys.rows.list(tenantOf(ctx, actor))

export async function createReviewKey(
  ctx: ReviewKeysDependencies,
  { actor, description }: { readonly actor: Actor; readonly description: string },
): Promise<ReviewKeyRow> {
  const { key: _, ...secret } = createSecret(ctx)
  return inTransaction(tenantOf(ctx, actor), (tenant) =>
    reviewKeys.add(tenant, actor, { description, ...secret, createdBy: actor.userId }),
  )
}

export const updateReviewKey = (
  ctx: ReviewKeysDependencies,
  { actor, id, ...changes }: ReviewKeyRequest & Changes,
): Promise<ReviewKeyRow> =>
  inTransaction(tenantOf(ctx, actor), (tenant) => reviewKeys.change(tenant, actor, { id, changes }))

/**
 * Deletes a key with immediate effect, also for requests that were authenticated with it and have
 * received nothing yet.
 */
export const deleteReviewKey = (
  ctx: ReviewKeysDependencies,
  { actor, id }: ReviewKeyRequest,
): Promise<void> =>
  inTransaction(tenantOf(ctx, actor), (tenant) => reviewKeys.remove(tenant, actor, id))
