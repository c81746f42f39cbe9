import { type Kysely, sql } from 'kysely'

/**
 * What executions say while they run, and how they were asked for. Files of a source are listed while
 * others are read already: an execution ends when the last one is through and the list is whole.
 * What a workflow has processed of its source is kept by path and content, so that a file comes once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table execution_log (
      id uuid primary key,
      organization_id integer not null references organization on delete cascade,
      -- No reference: it would lock the execution's row for every line while its files are settled.
      execution_id uuid not null,
      file_execution_id uuid,
      event_time timestamptz not null,
      level text not null check (level in ('DEBUG', 'INFO', 'WARN', 'ERROR')),
      stage text not null,
      log text not null
    );
    create index execution_log_time on execution_log (execution_id, event_time, id);

    alter table execution
      add column method text not null default 'DIRECT' check (method in ('DIRECT', 'SCHEDULED')),
      add column is_listing boolean not null default false,
      add column skipped_files integer not null default 0;

    alter table file_execution
      add column file_path text,
      add column source_mark text,
      -- In which order they were given.
      add column position integer not null default 0,
      drop constraint file_execution_content_key;
    create unique index file_execution_once on file_execution
      (execution_id, file_hash, coalesce(file_path, ''));

    create index file_execution_undelivered on file_execution (organization_id, file_hash)
      where status = 'ERROR' and result is not null;

    alter table workflow
      add column results_cleared_at timestamptz,
      add column max_file_execution_count integer not null default 3;

    create table file_history (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      workflow_id uuid not null references workflow on delete cascade,
      file_path text not null,
      file_hash text not null,
      -- What the source says of the file without its bytes being read: such as size and time.
      mark text,
      plan_hash text not null,
      status text not null check (status in ('COMPLETED', 'ERROR')),
      error text,
      execution_count integer not null default 1,
      execution_id uuid,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      constraint file_history_file_key unique (workflow_id, file_path, file_hash)
    );
    create index file_history_list on file_history (organization_id, workflow_id, modified_at desc, id);

    -- Files whose values wait to be looked at by a person.
    create table review_item (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      workflow_id uuid not null,
      file_execution_id uuid not null references file_execution on delete cascade,
      status text not null default 'PENDING' check (status in ('PENDING')),
      created_at timestamptz not null default now(),
      constraint review_item_file_key unique (file_execution_id)
    );
    create index review_item_queue on review_item (organization_id, workflow_id, created_at, id);
  `.execute(db)
}
