import { type Kysely, sql } from 'kysely'

/**
 * A run of the studio is a row that workers claim, so that it outlives the request and the page that
 * asked for it. A task is what one request asked for: its runs, of which some may have been under way
 * already. An output keeps what it was asked with, so that it can be told when that has changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table studio_run (
      id uuid primary key,
      organization_id integer not null references organization on delete cascade,
      project_id uuid not null references project on delete cascade,
      document_id uuid not null references prompt_document on delete cascade,
      profile_id uuid not null references llm_profile on delete cascade,
      prompt_id uuid references prompt on delete cascade,
      kind text not null check (kind in ('prompt', 'all', 'index')),
      requested_profile_id uuid,
      task_id uuid not null,
      rank integer not null default 0,
      digest text not null,
      run_id text not null,
      state text not null default 'waiting'
        check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
      outcome jsonb,
      error text,
      output_ids uuid[] not null default '{}',
      worker_id text,
      led_by uuid,
      deaths integer not null default 0,
      is_begun boolean not null default false,
      created_by integer references user_account on delete cascade,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      ended_at timestamptz
    );
    create unique index studio_run_under_way on studio_run (document_id, profile_id, digest)
      where state in ('waiting', 'running');
    create index studio_run_open on studio_run (organization_id, created_by, created_at, id)
      where state in ('waiting', 'running');
    create index studio_run_worker on studio_run (worker_id) where worker_id is not null;
    create index studio_run_task on studio_run (task_id);
    create index studio_run_cell on studio_run (project_id, document_id, profile_id, prompt_id, created_at);
    create index studio_run_prompt on studio_run (prompt_id);
    create index studio_run_profile on studio_run (profile_id);
    create index studio_run_document on studio_run (document_id);

    create table studio_task (
      id uuid primary key,
      organization_id integer not null references organization on delete cascade,
      project_id uuid not null references project on delete cascade,
      operation text not null,
      log_events_id text,
      run_ids uuid[] not null,
      created_by integer references user_account on delete cascade,
      created_at timestamptz not null default now()
    );
    create index studio_task_runs on studio_task using gin (run_ids);
    create index studio_task_project on studio_task (project_id, created_at);

    alter table prompt_output add column asked jsonb;
  `.execute(db)
}
