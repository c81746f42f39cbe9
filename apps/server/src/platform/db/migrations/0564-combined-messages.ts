import { type Kysely, sql } from 'kysely'

/** An organization can have its notifications of runs combined: one message for all runs of an interval. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table organization add column club_interval_seconds integer not null default 0`.execute(
    db,
  )
}
