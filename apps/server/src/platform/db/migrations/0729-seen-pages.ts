import { type Kysely, sql } from 'kysely'

/** A profile says which images of pages its model sees; those that exist stay with text alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table llm_profile
      add column model_sees text not null default 'text',
      add column seen_pages text not null default 'first',
      add column max_seen_pages integer not null default 5
  `.execute(db)
}
