import { type Kysely, sql } from 'kysely'

/** Whoever was told that a run goes on, and to ask again, is owed what comes of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table studio_task add column told_pending_at timestamptz;
    create index studio_task_told_pending on studio_task (project_id) where told_pending_at is not null;
  `.execute(db)
}
