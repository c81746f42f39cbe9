import type { Selectable } from 'kysely'
import type { Installation, Tables, Tenant } from '../../../platform/db/database.ts'
import { type FieldChanges, type NewFields, toColumns } from '../../../platform/db/fields.ts'

export type ReviewKeyRow = Selectable<Tables['review_key']>

export async function insertReviewKey(
  { db, organizationId }: Tenant,
  key: NewFields<'review_key'>,
): Promise<ReviewKeyRow> {
  return db
    .insertInto('review_key')
    .values({ ...toColumns(key), organization_id: organizationId })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns the keys, oldest first. */
export async function findReviewKeys(
  { db, organizationId }: Tenant,
  { id }: { readonly id?: string } = {},
): Promise<ReviewKeyRow[]> {
  let query = db.selectFrom('review_key').selectAll().where('organization_id', '=', organizationId)
  if (id) query = query.where('id', '=', id)
  return query.orderBy('created_at').orderBy('id').execute()
}

export async function changeReviewKey(
  { db, organizationId }: Tenant,
  id: string,
  changes: FieldChanges<'review_key'>,
): Promise<ReviewKeyRow | undefined> {
  return db
    .updateTable('review_key')
    .set({ ...toColumns(changes), modified_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function removeReviewKey({ db, organizationId }: Tenant, id: string): Promise<void> {
  await db
    .deleteFrom('review_key')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

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
