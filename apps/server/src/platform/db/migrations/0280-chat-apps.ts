import { type Kysely, sql } from 'kysely'

/** Apps to ask the documents of a workflow: these, the questions that they offer, and what was asked and answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chat_app (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      workflow_id uuid not null references workflow,
      app_name text not null,
      display_name text not null,
      description text not null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      constraint chat_app_name_key unique (organization_id, app_name)
    );
    create index chat_app_workflow on chat_app (workflow_id);
    create table canned_question (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      app_id uuid not null references chat_app on delete cascade,
      question text not null,
      is_active boolean not null default true,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now()
    );
    create index canned_question_app on canned_question (app_id, created_at);
    create index canned_question_organization on canned_question (organization_id);
    create table app_document (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      workflow_id uuid references workflow on delete set null,
      file_name text not null,
      file_hash text not null,
      handed_at timestamptz not null default clock_timestamp(),
      removed_at timestamptz,
      constraint app_document_key unique (workflow_id, file_hash),
      foreign key (organization_id, file_hash) references stored_document on delete restrict
    );
    create index app_document_hash on app_document (organization_id, file_hash);
    create index app_document_removed on app_document (removed_at)
      where removed_at is not null or workflow_id is null;
    create table app_passages (
      collection text primary key,
      organization_id integer not null references organization on delete cascade,
      document_id uuid not null references app_document on delete restrict,
      vector_db_id uuid not null,
      is_whole boolean not null,
      created_at timestamptz not null default now()
    );
    create index app_passages_document on app_passages (document_id);
    create index app_passages_organization on app_passages (organization_id);
    create table chat_history (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      app_id uuid not null references chat_app on delete cascade,
      user_id integer not null references user_account on delete cascade,
      label text not null,
      session_id uuid not null default gen_random_uuid(),
      created_at timestamptz not null default now()
    );
    create index chat_history_app on chat_history (app_id, user_id, created_at);
    create index chat_history_organization on chat_history (organization_id);
    create index chat_history_user on chat_history (user_id);
    create table chat_question (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      chat_history_id uuid not null references chat_history on delete cascade,
      place integer not null,
      question text not null,
      state text not null check (state in ('answering', 'answered', 'failed', 'stopped')),
      error text,
      answer text not null default '',
      answer_id uuid not null default gen_random_uuid(),
      kind text check (kind in ('answer', 'passages', 'not-answered')),
      citations jsonb not null default '[]',
      unread jsonb not null default '[]',
      heard_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      constraint chat_question_place_key unique (chat_history_id, place)
    );
    create index chat_question_organization on chat_question (organization_id);
  `.execute(db)
}
