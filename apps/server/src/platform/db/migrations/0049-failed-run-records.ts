import { type Kysely, sql } from 'kysely'

/** A prompt that failed in a run with others has a record too, without a value: the others were asked with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table run_record alter column value_hash drop not null`.execute(db)
}
