import { type Kysely, sql } from 'kysely'

/**
 * A truth that somebody else contradicts keeps what both say until it is settled. A verification answers the
 * truths of a project as its published version does and as its next one would; its row is its job. What it
 * read of a document goes with the document.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table truth
      add column document_name text,
      add column other_value text,
      add column other_source text check (other_source in ('studio', 'review')),
      add column other_by integer references user_account on delete set null,
      add column other_at timestamptz;

    create table verification (
      id uuid primary key,
      organization_id integer not null references organization on delete cascade,
      project_id uuid not null references project on delete cascade,
      digest text not null,
      state text not null default 'waiting'
        check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
      candidate jsonb not null,
      published jsonb,
      version integer,
      documents integer not null,
      documents_done integer not null default 0,
      contradicted integer not null,
      not_kept integer not null,
      error text,
      worker_id text,
      deaths integer not null default 0,
      created_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      ended_at timestamptz
    );
    create unique index verification_under_way on verification (project_id)
      where state in ('waiting', 'running');
    create index verification_open on verification (created_at, id) where state in ('waiting', 'running');
    create index verification_worker on verification (worker_id) where worker_id is not null;
    create index verification_project on verification (organization_id, project_id, created_at);

    create table verification_result (
      organization_id integer not null,
      verification_id uuid not null references verification on delete cascade,
      document_hash text not null,
      prompt_key text not null,
      document_id uuid,
      document_name text not null,
      outcome text not null check (outcome in ('better', 'worse', 'unchanged', 'new', 'failed')),
      truth text,
      before_value text,
      after_value text,
      was_right boolean,
      is_right boolean,
      error text,
      primary key (verification_id, document_hash, prompt_key),
      foreign key (organization_id, document_hash) references stored_document on delete cascade
    );
    create index verification_result_document on verification_result (organization_id, document_hash);
  `.execute(db)
}
