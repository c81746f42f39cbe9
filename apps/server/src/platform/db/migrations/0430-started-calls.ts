import { type Kysely, sql } from 'kysely'

/**
 * Calls that a model's service completes by itself: the id of each is stored until its reply is, so that whoever
 * takes the work over fetches the reply instead of paying for it again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table started_call (
      organization_id integer not null references organization on delete cascade,
      call_key text not null,
      adapter_id uuid not null,
      job text not null,
      created_at timestamptz not null default now(),
      primary key (organization_id, call_key)
    );
    create index started_call_age on started_call (created_at);
  `.execute(db)
}
