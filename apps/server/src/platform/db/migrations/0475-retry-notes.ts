import { type Kysely, sql } from 'kysely'

/** What a file in progress waits for, while a call for it has failed and is made again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table file_execution add column retry_note text`.execute(db)
}
