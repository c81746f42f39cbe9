import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import { storableText } from '../../../platform/db/storable.ts'

type Item = { readonly id: string; readonly vector: readonly number[]; readonly text: string }

export async function putVectors(
  { db, organizationId }: Tenant,
  collection: string,
  items: readonly Item[],
): Promise<void> {
  if (items.length === 0) return
  await db
    .insertInto('vector_item')
    .values(
      items.map(({ id, text, vector }) => ({
        organization_id: organizationId,
        collection,
        id,
        text: storableText(text),
        vector: [...vector],
      })),
    )
    .onConflict((c) =>
      c.columns(['organization_id', 'collection', 'id']).doUpdateSet((eb) => ({
        text: eb.ref('excluded.text'),
        vector: eb.ref('excluded.vector'),
      })),
    )
    .execute()
}

export async function listVectors({ db, organizationId }: Tenant, collection: string) {
  return db
    .selectFrom('vector_item')
    .select(['id', 'text', 'vector'])
    .where('organization_id', '=', organizationId)
    .where('collection', '=', collection)
    .orderBy(sql`id collate "C"`)
    .execute()
}

export async function removeVectors(
  { db, organizationId }: Tenant,
  collection: string,
): Promise<void> {
  await db
    .deleteFrom('vector_item')
    .where('organization_id', '=', organizationId)
    .where('collection', '=', collection)
    .execute()
}
