import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'

export type PassageKeywords = { readonly at: number; readonly keywords: readonly string[] }

/** Number of rows per statement. */
const rowsPerInsert = 5000

/** Replaces the keywords of a collection. */
export async function replaceKeywords(
  { db, organizationId }: Tenant,
  collection: string,
  passages: readonly PassageKeywords[],
): Promise<void> {
  await deleteKeywords({ db, organizationId }, collection)
  const rows = passages.flatMap(({ at: index, keywords }) =>
    keywords.map((keyword) => ({ at: index, keyword })),
  )
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    const batch = rows.slice(start, start + rowsPerInsert)
    await sql`
      insert into passage_keyword (organization_id, collection, keyword, at)
      select ${organizationId}, ${collection}, keyword, at
      from unnest(${batch.map(({ keyword }) => keyword)}::text[], ${batch.map(({ at: index }) => index)}::integer[])
        as one (keyword, at)
      on conflict do nothing`.execute(db)
  }
}

/** Finds the indexes of the passages that match most keywords, best first. */
export async function findPassagesByKeywords(
  { db, organizationId }: Tenant,
  collection: string,
  { words, limit }: { readonly words: readonly string[]; readonly limit: number },
): Promise<readonly number[]> {
  if (words.length === 0) return []
  const rows = await db
    .selectFrom('passage_keyword')
    .select('at')
    .where('organization_id', '=', organizationId)
    .where('collection', '=', collection)
    .where('keyword', 'in', [...words])
    .groupBy('at')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('at')
    .limit(limit)
    .execute()
  return rows.map(({ at: index }) => index)
}

export async function deleteKeywords(
  { db, organizationId }: Tenant,
  collection: string,
): Promise<void> {
  await db
    .deleteFrom('passage_keyword')
    .where('organization_id', '=', organizationId)
    .where('collection', '=', collection)
    .execute()
}
