import { type Kysely, sql } from 'kysely'

/**
 * Workflows that run by themselves: when the next run is due stands in the pipeline's row, where one of
 * all schedulers takes it. What became of each time that was due is kept. A key opens an API deployment
 * or starts a pipeline.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pipeline (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      workflow_id uuid not null references workflow on delete restrict,
      name text not null,
      pipeline_type text not null check (pipeline_type in ('ETL', 'TASK')),
      is_active boolean not null default true,
      cron text,
      time_zone text not null default 'UTC',
      next_run_at timestamptz,
      run_count integer not null default 0,
      created_by integer references user_account on delete set null,
      modified_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      constraint pipeline_name_key unique (organization_id, name)
    );
    create index pipeline_workflow on pipeline (workflow_id);
    create index pipeline_due on pipeline (next_run_at) where next_run_at is not null;

    create table pipeline_tick (
      organization_id integer not null references organization on delete cascade,
      pipeline_id uuid not null references pipeline on delete cascade,
      due_at timestamptz not null,
      outcome text not null check (outcome in ('started', 'overlapped', 'refused')),
      -- How many times were due before it while nobody looked: they are not made up for.
      missed integer not null default 0,
      detail text,
      execution_id uuid,
      created_at timestamptz not null default now(),
      primary key (pipeline_id, due_at)
    );

    create table pipeline_share (
      organization_id integer not null,
      pipeline_id uuid not null references pipeline on delete cascade,
      user_id integer not null,
      primary key (pipeline_id, user_id),
      foreign key (organization_id, user_id) references member (organization_id, user_id)
        on delete cascade
    );
    create table pipeline_owner (
      organization_id integer not null,
      pipeline_id uuid not null references pipeline on delete cascade,
      user_id integer not null,
      primary key (pipeline_id, user_id),
      foreign key (organization_id, user_id) references member (organization_id, user_id)
        on delete cascade
    );
    create table pipeline_group_share (
      organization_id integer not null references organization on delete cascade,
      pipeline_id uuid not null references pipeline on delete cascade,
      group_id integer not null references member_group on delete cascade,
      primary key (pipeline_id, group_id)
    );

    alter table deployment_key
      alter column deployment_id drop not null,
      add column pipeline_id uuid references pipeline on delete cascade,
      add constraint deployment_key_opens_one check (num_nonnulls(deployment_id, pipeline_id) = 1);
    create index deployment_key_pipeline on deployment_key (pipeline_id)
      where pipeline_id is not null;
  `.execute(db)
}
