import { type Kysely, sql } from 'kysely'

/** Why the layouts of a project could not be compiled, for its owner, until they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table layout_failure (
      project_id uuid primary key references project on delete cascade,
      organization_id integer not null references organization on delete cascade,
      message text not null,
      failed_at timestamptz not null default now()
    );
    create index layout_failure_organization on layout_failure (organization_id);
  `.execute(db)
}
