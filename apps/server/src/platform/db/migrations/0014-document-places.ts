import { type Kysely, sql } from 'kysely'

/** Null for the documents of before, which lie where their hash says. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table stored_document add column path text`.execute(db)
}
