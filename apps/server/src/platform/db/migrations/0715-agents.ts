import { type Kysely, sql } from 'kysely'

/** Agents can work in an organization that allows it, and their calls that cost money are counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table organization add column allows_agents boolean not null default false;
    create table agent_call_count (
      organization_id integer primary key references organization on delete cascade,
      began_at timestamptz not null,
      calls integer not null
    );
  `.execute(db)
}
