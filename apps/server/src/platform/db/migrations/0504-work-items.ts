import { type Kysely, sql } from 'kysely'

/**
 * Jobs are items of work like the files of executions, in a table of their own. Earlier versions kept them
 * in tables of DBOS, which stay as they are: workers of an earlier version may still use them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table work_item (
      id uuid primary key default gen_random_uuid(),
      key text not null unique,
      kind text not null,
      organization_id integer not null references organization on delete cascade,
      payload jsonb not null,
      state text not null default 'waiting'
        check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
      worker_id text,
      deaths integer not null default 0,
      attempts integer not null default 0,
      waits_until timestamptz,
      error text,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      ended_at timestamptz
    );
    create index work_item_waiting on work_item (organization_id, kind, created_at, id)
      where state = 'waiting' and waits_until is null;
    create index work_item_asleep on work_item (waits_until)
      where state = 'waiting' and waits_until is not null;
    create index work_item_held on work_item (worker_id) where state = 'running';
    create index work_item_ended on work_item (ended_at) where ended_at is not null;

    create table work_schedule (
      key text primary key,
      kind text not null,
      organization_id integer not null references organization on delete cascade,
      payload jsonb not null,
      cron text not null,
      next_at timestamptz not null
    );
    create index work_schedule_due on work_schedule (next_at);
  `.execute(db)
}
