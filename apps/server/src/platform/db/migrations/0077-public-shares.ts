import { type Kysely, sql } from 'kysely'

/** Who has the link of a project may read it; and of which project one is a copy. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table public_share (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      project_id uuid not null constraint public_share_project_key unique
        references project on delete cascade,
      created_by integer references user_account on delete set null,
      created_at timestamptz not null default now()
    );
    alter table project
      add column source_project_id uuid references project on delete set null;
    create index project_source on project (source_project_id);
  `.execute(db)
}
