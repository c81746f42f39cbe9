import type { Installation, Tenant } from '../../../platform/db/database.ts'

/** Returns the organization of an active key; `undefined` when the key is invalid. */
export async function findReviewKeyByHash(
  { db }: Installation,
  { slug, keyHash }: { readonly slug: string; readonly keyHash: string },
): Promise<{ readonly organizationId: number } | undefined> {
  return db
    .selectFrom('review_key')
    .innerJoin('organization', 'organization.id', 'review_key.organization_id')
    .select('organization.id as organizationId')
    .where('review_key.key_hash', '=', keyHash)
    .where('review_key.is_active', '=', true)
    .where('organization.slug', '=', slug)
    .executeTakeFirst()
}

/** Whether the key is still active; it cannot be revoked until the transaction ends. */
export async function lockReviewKey(
  { db, organizationId }: Tenant,
  keyHash: string,
): Promise<boolean> {
  const lockedKey = await db
    .selectFrom('review_key')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('key_hash', '=', keyHash)
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst()
  return lockedKey !== undefined
}
