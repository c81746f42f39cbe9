import { type Kysely, sql } from 'kysely'

/** What every export made; what was exported before has its newest one as the first version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tool_version (
      organization_id integer not null references organization on delete cascade,
      tool_id uuid not null references tool on delete cascade,
      version integer not null,
      name text not null,
      description text not null,
      icon text not null,
      metadata jsonb not null,
      restored_from integer,
      created_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      primary key (tool_id, version)
    );
    insert into tool_version
      (organization_id, tool_id, version, name, description, icon, metadata, created_by, created_at)
      select organization_id, id, 1, name, description, icon, metadata, modified_by, modified_at
      from tool;
  `.execute(db)
}
