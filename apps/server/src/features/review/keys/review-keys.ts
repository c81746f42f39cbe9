import { createHash, randomUUID } from 'node:crypto'
import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { recordChange } from '../../organizations/organizations.port.ts'
import {
  changeReviewKey,
  findReviewKeys,
  insertReviewKey,
  type ReviewKeyRow,
  removeReviewKey,
} from './review-keys.store.ts'

type Needs = Pick<Context, 'db' | 'vault'>
type Of = { readonly actor: Actor; readonly id: string }
type Changes = {
  readonly description?: string | undefined
  readonly isActive?: boolean | undefined
}

export const hashOfKey = (key: string) => createHash('sha256').update(key).digest('hex')

export function listReviewKeys(
  ctx: Needs,
  { actor }: { readonly actor: Actor },
): Promise<ReviewKeyRow[]> {
  return findReviewKeys(tenantOf(ctx, actor))
}

/** A random key; only its hash and its sealed form are stored. */
export async function createReviewKey(
  ctx: Needs,
  { actor, description }: { readonly actor: Actor; readonly description: string },
): Promise<ReviewKeyRow> {
  const key = randomUUID()
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const made = await insertReviewKey(tenant, {
      description,
      keyHash: hashOfKey(key),
      sealedKey: ctx.vault.seal(key),
      createdBy: actor.userId,
    })
    await record(tenant, actor, { done: 'created', key: made })
    return made
  })
}

export async function updateReviewKey(
  ctx: Needs,
  { actor, id, ...changes }: Of & Changes,
): Promise<ReviewKeyRow> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const key = await changeReviewKey(tenant, id, changes)
    if (!key) throw notFound('review key')
    await record(tenant, actor, { done: 'changed', key })
    return key
  })
}

/** It opens nothing from that moment on, also for those who were let in with it and have nothing yet. */
export async function deleteReviewKey(ctx: Needs, { actor, id }: Of): Promise<void> {
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const [key] = await findReviewKeys(tenant, { id })
    if (!key) throw notFound('review key')
    await record(tenant, actor, { done: 'deleted', key })
    await removeReviewKey(tenant, id)
  })
}

const record = (
  tenant: Tenant,
  actor: Actor,
  { done, key }: { readonly done: string; readonly key: ReviewKeyRow },
) =>
  recordChange(tenant, actor, {
    action: `review-key.${done}`,
    subject: { type: 'review-key', id: key.id, name: key.description },
    after: { description: key.description, is_active: key.is_active },
  })
