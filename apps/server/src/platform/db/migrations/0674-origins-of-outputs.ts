import { type Kysely, sql } from 'kysely'

/** An output may come from an accepted proposal. It is null where a run made the output. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table prompt_output add column origin text check (origin in ('proposal'))
  `.execute(db)
}
