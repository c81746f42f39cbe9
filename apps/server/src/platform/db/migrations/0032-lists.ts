import { type Kysely, sql } from 'kysely'

/** What a list is read from, and how whole it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table prompt
      add column table_settings jsonb,
      add column table_settings_id uuid;
    create unique index prompt_table_settings on prompt (table_settings_id)
      where table_settings_id is not null;
    alter table prompt_output add column report jsonb;
  `.execute(db)
}
