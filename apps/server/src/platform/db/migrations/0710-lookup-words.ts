import { type Kysely, sql } from 'kysely'

/**
 * The words of the names of lookup tables. Trigrams of a million names take most of a second, because common words
 * have them in many rows; the words that are like a misspelled one, and rows that have the rarest of them, are found
 * in milliseconds. The collation makes ranges of words the words with a prefix.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lookup_word (
      organization_id integer not null references organization on delete cascade,
      lookup_table_id uuid not null references lookup_table on delete cascade,
      word text collate "C" not null,
      row_count integer not null,
      primary key (lookup_table_id, word)
    );
    create index lookup_word_reversed on lookup_word (lookup_table_id, (reverse(word)));
    create index lookup_row_equal_name on lookup_row (lookup_table_id, md5(name)) where name <> '';
    create index lookup_row_postcode on lookup_row (lookup_table_id, postcode) where postcode <> '';
    insert into lookup_word (organization_id, lookup_table_id, word, row_count)
    select stored.organization_id, stored.lookup_table_id, word, count(*)
    from lookup_row as stored, unnest(string_to_array(stored.name, ' ')) as word
    where length(word) >= 3
    group by stored.organization_id, stored.lookup_table_id, word;
  `.execute(db)
}
