import { type Kysely, sql } from 'kysely'

/** Whether a file of a source is in the hands of a run, by its path: two runs of one workflow do not take the same one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index file_execution_in_hand on file_execution (workflow_id, file_path)
      where file_path is not null and status in ('PENDING', 'EXECUTING');
  `.execute(db)
}
