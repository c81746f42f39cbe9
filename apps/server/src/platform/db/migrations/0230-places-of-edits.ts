import { type Kysely, sql } from 'kysely'

/** Where the new value of an edit stands in the document, when whoever made it has shown that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table review_event add column places json`.execute(db)
}
