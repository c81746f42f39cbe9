import type { VectorHit } from '@recto/provider-spec/vector-db'
import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import { toStorableText } from '../../../platform/db/sql-text.ts'

type Item = { readonly id: string; readonly vector: readonly number[]; readonly text: string }

/**
 * Rows inserted by one statement, which must be serialized without blocking the event loop for
 * long.
 */
const portion = 100

export async function putVectors(
  { db, organizationId }: Tenant,
  collection: string,
  items: readonly Item[],
): Promise<void> {
  for (let start = 0; start < items.length; start += portion) {
    await db
      .insertInto('vector_item')
      .values(
        items.slice(start, start + portion).map(({ id, text, vector }) => ({
          organization_id: organizationId,
          collection,
          id,
          text: toStorableText(text),
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
}

type Search = {
  readonly collection: string
  readonly vector: readonly number[]
  readonly limit: number
}

/**
 * Returns the nearest vectors by cosine similarity, best first. The database compares, so that only
 * the results are transferred.
 */
export async function nearestVectors(
  { db, organizationId }: Tenant,
  { collection, vector, limit }: Search,
): Promise<readonly VectorHit[]> {
  const { rows } = await sql<VectorHit>`
    select id, text, score from vector_item cross join lateral (
      select coalesce(sum(a * b) / nullif(sqrt(sum(a * a) * sum(b * b)), 0), 0) as score
      from unnest(vector::float8[], ${[...vector]}::float8[]) as pair (a, b)
    ) as compared
    where organization_id = ${organizationId} and collection = ${collection}
    order by score desc, id collate "C"
    limit ${limit}`.execute(db)
  return rows
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
