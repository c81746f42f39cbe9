import { type Kysely, sql } from 'kysely'

/** Facts about the origin of a file, such as the sender and the subject of its mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table file_execution add column source_metadata jsonb`.execute(db)
}
