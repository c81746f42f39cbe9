import { type Kysely, sql } from 'kysely'

/** Projects of visitors without an account, each in an organization of its own that goes with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table organization add column kind text not null default 'members'
      constraint organization_kind_check check (kind in ('members', 'visitors'));
    create table simple_project (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null unique references organization on delete cascade,
      -- Without a reference: what is left of a project must be found after it was deleted.
      project_id uuid not null,
      user_id integer not null references user_account on delete cascade,
      share_id uuid not null,
      documents integer not null default 0,
      prompts integer not null default 0,
      pages integer not null default 0,
      bytes bigint not null default 0,
      runs integer not null default 0,
      created_at timestamptz not null default now()
    );
    create index simple_project_created_at on simple_project (created_at);
    create table simple_use (
      key text not null,
      kind text not null,
      began_at timestamptz not null,
      used bigint not null,
      primary key (key, kind, began_at)
    );
    create index simple_use_began_at on simple_use (began_at);
    create table simple_kept (
      organization_id integer not null references organization on delete cascade,
      simple_project_id uuid not null references simple_project on delete cascade,
      project_id uuid references project on delete cascade,
      primary key (organization_id, simple_project_id)
    );
    create index simple_kept_simple_project on simple_kept (simple_project_id);
    create index simple_kept_project on simple_kept (project_id);
  `.execute(db)
}
