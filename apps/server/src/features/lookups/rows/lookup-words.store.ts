import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'

/** Shorter words of names are not searched. */
export const minWordLength = 3

/**
 * Puts new rows into their place in the indexes. Each search would read those that wait at the end of an index until a
 * vacuum, which is megabytes after a large upload.
 */
export async function mergeIndexEntries({ db }: Pick<Tenant, 'db'>): Promise<void> {
  await sql`
    select gin_clean_pending_list(indexrelid)
    from pg_index
    join pg_class on pg_class.oid = indexrelid
    join pg_am on pg_am.oid = relam
    where indrelid = 'lookup_row'::regclass and amname = 'gin'`.execute(db)
}

/** Counts the words of the names of a table again, those of rows that only earlier versions have as well. */
export async function replaceWords({ db, organizationId }: Tenant, id: string): Promise<void> {
  // Most words stay as they are; replaced ones would slow down searches until a vacuum.
  await sql`
    with counted as materialized (
      select word collate "C" as word, count(*) as row_count
      from lookup_row as stored, unnest(string_to_array(stored.name, ' ')) as word
      where stored.organization_id = ${organizationId} and stored.lookup_table_id = ${id}
        and length(word) >= ${minWordLength}
      group by word collate "C"
    ), deleted as (
      delete from lookup_word as stored
      where organization_id = ${organizationId} and lookup_table_id = ${id}
        and not exists (select from counted where counted.word = stored.word)
    )
    insert into lookup_word as stored (organization_id, lookup_table_id, word, row_count)
    select ${organizationId}::integer, ${id}::uuid, word, row_count from counted order by word
    on conflict (lookup_table_id, word) do update set row_count = excluded.row_count
    where stored.row_count <> excluded.row_count`.execute(db)
  await sql`analyze lookup_word`.execute(db)
}

/** A word of a document, and the ranges of the words that begin or end as it does. */
export type WordRange = {
  readonly word: string
  readonly length: number
  readonly from: string
  readonly to: string
  /** The range of the words whose letters, from the last to the first, begin as those of this one. */
  readonly reversed_from: string
  readonly reversed_to: string
}

export type FoundWord = {
  /** The word of the document. */
  readonly probed: string
  readonly word: string
  readonly row_count: number
}

type WordSearch = { readonly tableId: string; readonly ranges: readonly WordRange[] }

/** Maximum number of words that are compared with one of a document, for each of its ends. */
const maxWords = 2000

/** Finds the words of a table that begin or end as those of documents do: of all words in one statement. */
export async function findWords(
  { db, organizationId }: Tenant,
  { tableId, ranges }: WordSearch,
): Promise<FoundWord[]> {
  if (ranges.length === 0) return []
  const isOfTable = sql`stored.organization_id = ${organizationId} and stored.lookup_table_id = ${tableId}`
  const isOfLength = sql`length(stored.word) = any(array[probe.length - 1, probe.length, probe.length + 1])`
  const { rows } = await sql<FoundWord>`
    with probe as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(ranges)}::jsonb) as sent (
        word text, length integer, "from" text, "to" text, reversed_from text, reversed_to text))
    select probe.word as probed, found.word, found.row_count
    from probe cross join lateral (
      select stored.word, stored.row_count from lookup_word as stored
      where ${isOfTable} and stored.word = probe.word
      union
      (select stored.word, stored.row_count from lookup_word as stored
      where ${isOfTable} and probe."from" <> '' and ${isOfLength}
        and stored.word >= probe."from" and stored.word < probe."to"
      limit ${maxWords})
      union
      (select stored.word, stored.row_count from lookup_word as stored
      where ${isOfTable} and probe."from" <> '' and ${isOfLength}
        and reverse(stored.word) >= probe.reversed_from and reverse(stored.word) < probe.reversed_to
      limit ${maxWords})
    ) as found`.execute(db)
  return rows
}
