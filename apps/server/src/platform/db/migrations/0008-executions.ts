import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table execution (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      workflow_id uuid not null,
      workflow_name text not null,
      pipeline_id uuid,
      pipeline_name text,
      entity text not null check (entity in ('API', 'WF', 'ETL', 'TASK')),
      status text not null check (status in
        ('PENDING', 'EXECUTING', 'COMPLETED', 'STOPPED', 'ERROR')),
      is_acknowledged boolean not null default false,
      total_files integer not null default 0,
      successful_files integer not null default 0,
      failed_files integer not null default 0,
      error_message text not null default '',
      uses_file_history boolean not null default false,
      tags text[] not null default '{}',
      plan jsonb not null,
      plan_hash text not null,
      created_by integer references user_account on delete set null,
      started_at timestamptz,
      finished_at timestamptz,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now()
    );
    create index execution_created on execution (organization_id, created_at desc);
    create index execution_pipeline on execution (organization_id, pipeline_id);
    create index execution_workflow on execution (organization_id, workflow_id);
    create table file_execution (
      id uuid primary key,
      organization_id integer not null references organization on delete cascade,
      execution_id uuid not null references execution on delete cascade,
      file_name text not null,
      file_size bigint not null,
      file_hash text not null,
      mime_type text not null,
      status text not null check (status in
        ('PENDING', 'EXECUTING', 'COMPLETED', 'STOPPED', 'ERROR')),
      error text,
      -- Not jsonb, which would lose the order of the fields.
      result json,
      started_at timestamptz,
      finished_at timestamptz,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      constraint file_execution_content_key unique (execution_id, file_hash),
      foreign key (organization_id, file_hash) references stored_document on delete restrict
    );
    create index file_execution_history on file_execution (organization_id, file_hash)
      where status = 'COMPLETED';
  `.execute(db)
}
