import { type Kysely, sql } from 'kysely'

/** Why a page of a text job could not be read, where the others were. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table text_job_page add column failure text`.execute(db)
}
