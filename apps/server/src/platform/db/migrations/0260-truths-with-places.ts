import { type Kysely, sql } from 'kysely'

/** Where a truth that people have settled stands in the document, and what the machine had said. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table truth add column evidence json, add column machine_value text`.execute(db)
}
