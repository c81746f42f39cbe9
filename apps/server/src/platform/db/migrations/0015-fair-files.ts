import { type Kysely, sql } from 'kysely'

/**
 * A file says of which workflow it is and whether somebody waits for it, so that neither a batch nor
 * one workflow stands before the others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table file_execution
      add column workflow_id uuid,
      add column is_awaited boolean not null default false;
    update file_execution set workflow_id = execution.workflow_id from execution
    where execution.id = file_execution.execution_id
      and file_execution.status in ('PENDING', 'EXECUTING');
    create index file_execution_queue on file_execution
      (organization_id, coalesce(workflow_id, execution_id), is_awaited, created_at, id)
      where worker_id is null and status in ('PENDING', 'EXECUTING');
    drop index file_execution_waiting;
  `.execute(db)
}
