import { type Kysely, sql } from 'kysely'

/**
 * Pipelines that run when something arrives. A row of `pipeline_arrival` waits for a run as long as it is due, so that arrivals
 * outlive the process that noticed them, and any number of them while a run is in progress lead to one more run.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table pipeline
      add column runs_on_arrival boolean not null default false,
      add column arrival_delay_seconds integer not null default 2,
      add column arrival_poll_minutes integer not null default 5,
      add column arrival_queue text;
    create index pipeline_on_arrival on pipeline (id) where runs_on_arrival and is_active;

    alter table execution add column is_on_arrival boolean not null default false;

    create table pipeline_arrival (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      pipeline_id uuid not null references pipeline on delete cascade,
      kind text not null check (kind in ('folder', 'mailbox', 'queue', 'call', 'mail', 'poll')),
      first_at timestamptz not null default clock_timestamp(),
      last_at timestamptz not null default clock_timestamp(),
      count integer not null default 1,
      example text,
      due_at timestamptz,
      outcome text check (outcome in ('started', 'refused')),
      execution_id uuid
    );
    create unique index pipeline_arrival_waiting on pipeline_arrival (pipeline_id, kind)
      where due_at is not null;
    create index pipeline_arrival_due on pipeline_arrival (due_at) where due_at is not null;
    create index pipeline_arrival_newest on pipeline_arrival (pipeline_id, first_at desc);

    create table pipeline_listener (
      pipeline_id uuid primary key references pipeline on delete cascade,
      organization_id integer not null references organization on delete cascade,
      state text not null check (state in ('listening', 'polling', 'failing')),
      problem text,
      since timestamptz not null default clock_timestamp(),
      polled_at timestamptz,
      found text,
      found_at timestamptz
    );

    create table pipeline_hook (
      pipeline_id uuid primary key references pipeline on delete cascade,
      organization_id integer not null references organization on delete cascade,
      sealed_secret text not null,
      created_by integer references user_account on delete set null,
      created_at timestamptz not null default now()
    );

    create table arrival_call_count (
      organization_id integer primary key references organization on delete cascade,
      began_at timestamptz not null default now(),
      calls integer not null
    );
  `.execute(db)
}
