import { type Kysely, sql } from 'kysely'

/**
 * What was deleted in the studio and can be brought back for a while: its rows as they were. The content
 * of a document stays as long as its row here refers to it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table removed_item (
      id uuid primary key,
      organization_id integer not null references organization on delete cascade,
      project_id uuid not null references project on delete cascade,
      kind text not null check (kind in ('prompt', 'document')),
      hash text,
      rows jsonb not null,
      removed_by integer references user_account on delete set null,
      removed_at timestamptz not null default now(),
      foreign key (organization_id, hash) references stored_document on delete restrict
    );
    create index removed_item_project on removed_item (project_id);
    create index removed_item_age on removed_item (organization_id, removed_at);
    create index removed_item_hash on removed_item (organization_id, hash);
  `.execute(db)
}
