import { type Kysely, sql } from 'kysely'

/** What people know to be right, by the content of the document: it holds wherever that is uploaded again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table truth (
      organization_id integer not null references organization on delete cascade,
      prompt_id uuid not null references prompt on delete cascade,
      document_hash text not null,
      value text,
      source text not null check (source in ('studio', 'review')),
      created_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      primary key (prompt_id, document_hash)
    );
    create index truth_document on truth (organization_id, document_hash);
  `.execute(db)
}
