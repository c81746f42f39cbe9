import { type Kysely, sql } from 'kysely'

/** Layouts of documents, compiled from what people have approved, and what was answered by them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table layout_setting (
      organization_id integer not null references organization on delete cascade,
      project_id uuid primary key references project on delete cascade,
      is_on boolean not null,
      least_documents integer not null check (least_documents between 3 and 12)
    );
    create table layout_example (
      organization_id integer not null references organization on delete cascade,
      project_id uuid not null references project on delete cascade,
      document_hash text not null,
      text text not null,
      approved_at timestamptz not null default now(),
      primary key (project_id, document_hash)
    );
    create table compiled_layout (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      project_id uuid not null references project on delete cascade,
      document_hashes text[] not null,
      layout json not null,
      suspended text[] not null default '{}',
      compiled_at timestamptz not null default now()
    );
    create index compiled_layout_project on compiled_layout (project_id);
    create table layout_answer (
      organization_id integer not null references organization on delete cascade,
      project_id uuid not null references project on delete cascade,
      call_key text not null,
      document_hash text not null,
      layout_id uuid,
      answers json not null,
      answered integer not null,
      missed integer not null,
      created_at timestamptz not null default now(),
      primary key (organization_id, call_key)
    );
    create index layout_answer_layout on layout_answer (project_id, layout_id);
    create index layout_answer_document on layout_answer (organization_id, document_hash);
  `.execute(db)
}
