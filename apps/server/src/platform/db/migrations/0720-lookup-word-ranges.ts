import { type Kysely, sql } from 'kysely'

/**
 * A misspelled word differs by one letter at most, so words of other lengths are never candidates. With the length in
 * front, the ranges of words that begin or end as a word does have only candidates, which are a quarter of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index lookup_word_reversed;
    create index lookup_word_starts on lookup_word (lookup_table_id, length(word), word);
    create index lookup_word_ends on lookup_word (lookup_table_id, length(word), reverse(word));
  `.execute(db)
}
