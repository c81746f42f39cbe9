import { type Kysely, sql } from 'kysely'

/** What callers mark their requests with has an id and a description; those that were sent before get theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tag (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization (id) on delete cascade,
      name text not null,
      description text not null default '',
      created_at timestamptz not null default now(),
      constraint tag_name unique (organization_id, name)
    );
    insert into tag (organization_id, name)
      select distinct organization_id, unnest(tags) from execution where tags <> '{}';
    create index execution_tags on execution using gin (tags) where tags <> '{}';
  `.execute(db)
}
