import { randomUUID } from 'node:crypto'
import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { hashApiKey } from '../../../platform/strings.ts'
import { recordChange } from '../../organizations/organizations.port.ts'
import {
  changeReviewKey,
  findReviewKeys,
  insertReviewKey,
  type ReviewKeyRow,
  removeReviewKey,
} from './review-keys.store.ts'

type ReviewKeysDependencies = Pick<Context, 'db' | 'vault'>
type ReviewKeysScope = { readonly actor: Actor; readonly id: string }
type Changes = {
  readonly description?: string | undefined
  readonly isActive?: boolean | undefined
}

export function listReviewKeys(
  ctx: ReviewKeysDependencies,
  { actor }: { readonly actor: Actor },
): Promise<ReviewKeyRow[]> {
  return findReviewKeys(tenantOf(ctx, actor))
}

/** Creates a random key; only its hash and its encrypted form are stored. */
export async function createReviewKey(
  ctx: ReviewKeysDependencies,
  { actor, description }: { readonly actor: Actor; readonly description: string },
): Promise<ReviewKeyRow> {
  const key = randomUUID()
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const reviewKey = await insertReviewKey(tenant, {
      description,
      keyHash: hashApiKey(key),
      sealedKey: ctx.vault.seal(key),
      createdBy: actor.userId,
    })
    await record(tenant, actor, {
      done: 'created',
      key: reviewKey,
      after: auditValuesOf(reviewKey),
    })
    return reviewKey
  })
}

export async function updateReviewKey(
  ctx: ReviewKeysDependencies,
  { actor, id, ...changes }: ReviewKeysScope & Changes,
): Promise<ReviewKeyRow> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const [oldKey] = await findReviewKeys(tenant, { id })
    const key = oldKey && (await changeReviewKey(tenant, id, changes))
    if (!key) throw notFound('review key')
    const values = { before: auditValuesOf(oldKey), after: auditValuesOf(key) }
    await record(tenant, actor, { done: 'changed', key, ...values })
    return key
  })
}

/**
 * Deletes a key with immediate effect, also for requests that were authenticated with it and have
 * received nothing yet.
 */
export async function deleteReviewKey(
  ctx: ReviewKeysDependencies,
  { actor, id }: ReviewKeysScope,
): Promise<void> {
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const [key] = await findReviewKeys(tenant, { id })
    if (!key) throw notFound('review key')
    await record(tenant, actor, { done: 'deleted', key, before: auditValuesOf(key) })
    await removeReviewKey(tenant, id)
  })
}

const auditValuesOf = ({ description, is_active }: ReviewKeyRow) => ({ description, is_active })

type ReviewKeyAuditEntry = {
  readonly done: string
  readonly key: ReviewKeyRow
  readonly before?: object
  readonly after?: object
}

const record = (tenant: Tenant, actor: Actor, { done, key, ...values }: ReviewKeyAuditEntry) =>
  recordChange(tenant, actor, {
    action: `review-key.${done}`,
    subject: { type: 'review-key', id: key.id, name: key.description },
    ...values,
  })
