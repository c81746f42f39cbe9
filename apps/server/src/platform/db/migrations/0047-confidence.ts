import { type Kysely, sql } from 'kysely'

/** How sure an output is; nothing is known of those that were stored before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table prompt_output add column confidence jsonb`.execute(db)
}
