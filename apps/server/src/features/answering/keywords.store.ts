import { sql } from 'kysely'
import type { Tenant } from '../../platform/db/database.ts'

export type PassageKeywords = { readonly at: number; readonly keywords: readonly string[] }

/** How many rows one statement inserts. */
const portion = 5000

/** Keeps the keywords of the passages of a collection in the place of those that were there. */
export async function replaceKeywords(
  { db, organizationId }: Tenant,
  collection: string,
  passages: readonly PassageKeywords[],
): Promise<void> {
  await removeKeywords({ db, organizationId }, collection)
  const rows = passages.flatMap(({ at, keywords }) => keywords.map((keyword) => ({ at, keyword })))
  for (let start = 0; start < rows.length; start += portion) {
    const part = rows.slice(start, start + portion)
    await sql`
      insert into passage_keyword (organization_id, collection, keyword, at)
      select ${organizationId}, ${collection}, keyword, at
      from unnest(${part.map(({ keyword }) => keyword)}::text[], ${part.map(({ at }) => at)}::integer[])
        as one (keyword, at)
      on conflict do nothing`.execute(db)
  }
}

/** The places of the passages that have most of the keywords, best first. */
export async function findByKeywords(
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
  return rows.map(({ at }) => at)
}

export async function removeKeywords(
  { db, organizationId }: Tenant,
  collection: string,
): Promise<void> {
  await db
    .deleteFrom('passage_keyword')
    .where('organization_id', '=', organizationId)
    .where('collection', '=', collection)
    .execute()
}
