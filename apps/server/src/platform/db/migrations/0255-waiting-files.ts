import { type Kysely, sql } from 'kysely'

/** Whether a file waits for whose result somebody waits, however many others do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index file_execution_awaited on file_execution (created_at)
      where is_awaited and worker_id is null and waits_until is null and status in ('PENDING', 'EXECUTING');
  `.execute(db)
}
