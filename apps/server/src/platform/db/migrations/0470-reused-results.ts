import { type Kysely, sql } from 'kysely'

/**
 * A result is reused only while nothing that it depends on has changed. Results of earlier versions
 * have no digest, so they are not reused.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table execution
      add column reuses_results boolean not null default true,
      -- Number of files whose result was read in an earlier execution.
      add column reused_files integer not null default 0;

    alter table file_execution
      -- Digest of the tool, its settings, prompts and adapters that the result was read with.
      add column answer_digest text;
    drop index file_execution_undelivered;
    create index file_execution_answer on file_execution (organization_id, file_hash)
      where answer_digest is not null;

    -- Contents of a workflow whose results from before this time are not reused.
    create table cleared_content (
      organization_id integer not null references organization on delete cascade,
      workflow_id uuid not null references workflow on delete cascade,
      file_hash text not null,
      cleared_at timestamptz not null default now(),
      primary key (workflow_id, file_hash)
    );
  `.execute(db)
}
