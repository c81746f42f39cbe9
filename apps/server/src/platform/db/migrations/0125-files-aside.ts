import { type Kysely, sql } from 'kysely'

/**
 * A file that waits for something outside lies aside and holds no place: for a time while its destination is
 * away, or until somebody lets its execution go on where that goes by steps. What a trial is expected to cost
 * for its whole source is told from the files that it took.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table execution
      -- How far an execution by steps may go; null where it goes to its end.
      add column step_to text check (step_to in ('SOURCE', 'TOOL', 'DESTINATION')),
      -- A trial takes so many files of its source, hands nothing over and counts the others.
      add column trial_files integer,
      add column expected_files integer;

    alter table file_execution
      -- Null: it may be claimed. Infinity: until somebody lets it go on.
      add column waits_until timestamptz,
      add column waits integer not null default 0,
      -- How many were read of it.
      add column pages integer;
    create index file_execution_turn on file_execution
      (organization_id, coalesce(workflow_id, execution_id), is_awaited, created_at, id)
      where worker_id is null and waits_until is null and status in ('PENDING', 'EXECUTING');
    drop index file_execution_queue;
    create index file_execution_aside on file_execution (waits_until)
      where waits_until is not null and status in ('PENDING', 'EXECUTING');

    drop index file_execution_undelivered;
    create index file_execution_undelivered on file_execution (organization_id, file_hash)
      where status in ('ERROR', 'STOPPED') and result is not null;
  `.execute(db)
}
