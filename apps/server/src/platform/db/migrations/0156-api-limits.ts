import { type Kysely, sql } from 'kysely'

/** How often an organization's deployments were called of late, and the runs that callers have under way. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_call_count (
      organization_id integer primary key references organization on delete cascade,
      began_at timestamptz not null,
      calls integer not null
    );
    create table api_run_place (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      execution_id uuid,
      taken_at timestamptz not null default now()
    );
    create index api_run_place_organization on api_run_place (organization_id);
  `.execute(db)
}
