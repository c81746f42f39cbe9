import { type Kysely, sql } from 'kysely'

/** What a locked document opens with, sealed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table prompt_document add column sealed_password text`.execute(db)
}
