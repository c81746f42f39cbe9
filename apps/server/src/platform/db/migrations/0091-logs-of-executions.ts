import { type Kysely, sql } from 'kysely'

/** An execution that a page began tells that page's session how it gets on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table execution add column log_events_id text`.execute(db)
}
