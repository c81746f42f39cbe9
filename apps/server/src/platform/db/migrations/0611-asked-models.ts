import { type Kysely, sql } from 'kysely'

/** When a run of the studio first asked a model, which it waits for from then on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table studio_run add column asked_at timestamptz`.execute(db)
}
