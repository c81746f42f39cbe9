import { type Kysely, sql } from 'kysely'

/** How long the stages of a file took, in seconds. It is null in files of earlier versions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table file_execution add column stage_seconds jsonb`.execute(db)
}
