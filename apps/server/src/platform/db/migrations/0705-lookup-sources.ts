import { type Kysely, sql } from 'kysely'

/**
 * Where the rows of a lookup table are fetched from, and when. A refresh that has not ended has no end time; the
 * database accepts only one of those per table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lookup_source (
      organization_id integer not null references organization on delete cascade,
      lookup_table_id uuid primary key references lookup_table on delete cascade,
      kind text not null check (kind in ('address', 'database')),
      settings jsonb not null,
      sealed_header text,
      connector_id uuid references connector,
      cron text,
      time_zone text not null default 'UTC',
      next_refresh_at timestamptz,
      set_by integer references user_account on delete set null,
      set_at timestamptz not null default now(),
      check ((kind = 'database') = (connector_id is not null))
    );
    create index lookup_source_connector on lookup_source (connector_id);
    create index lookup_source_due on lookup_source (next_refresh_at) where next_refresh_at is not null;
    create table lookup_refresh (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      lookup_table_id uuid not null references lookup_table on delete cascade,
      is_scheduled boolean not null,
      started_by integer references user_account on delete set null,
      started_at timestamptz not null default now(),
      ended_at timestamptz,
      error text,
      version integer,
      is_new_version boolean not null default false
    );
    create unique index lookup_refresh_running on lookup_refresh (lookup_table_id) where ended_at is null;
    create index lookup_refresh_of_table on lookup_refresh (lookup_table_id, started_at desc);
  `.execute(db)
}
