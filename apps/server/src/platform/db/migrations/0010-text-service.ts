import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table text_service_key (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      key_hash text not null constraint text_service_key_hash_key unique,
      sealed_key text not null,
      description text not null,
      is_active boolean not null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now()
    );
    create index text_service_key_organization on text_service_key (organization_id);
    create table text_job (
      id uuid primary key,
      organization_id integer not null references organization on delete cascade,
      key_id uuid references text_service_key on delete set null,
      whisper_hash text not null,
      fingerprint text not null,
      file_hash text not null,
      file_size bigint not null,
      mode text not null,
      tag text not null,
      options jsonb not null,
      webhook_name text,
      status text not null check (status in
        ('accepted', 'processing', 'processed', 'error', 'retrieved')),
      error_message text not null default '',
      is_known boolean not null default false,
      deliveries_left integer not null default 1,
      total_pages integer not null default 0,
      requested_pages integer not null default 0,
      processed_pages integer not null default 0,
      started_at timestamptz,
      finished_at timestamptz,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      constraint text_job_hash_key unique (organization_id, whisper_hash),
      foreign key (organization_id, file_hash) references stored_document on delete restrict
    );
    create index text_job_fingerprint on text_job (organization_id, fingerprint, created_at);
    create index text_job_created on text_job (organization_id, created_at);
    create index text_job_file on text_job (organization_id, file_hash);
    create table text_job_page (
      job_id uuid not null references text_job on delete cascade,
      organization_id integer not null references organization on delete cascade,
      page_no integer not null,
      seconds double precision not null,
      primary key (job_id, page_no)
    );
    create table text_usage (
      job_id uuid primary key,
      organization_id integer not null references organization on delete cascade,
      whisper_hash text not null,
      mode text not null,
      tag text not null,
      processed_pages integer not null,
      requested_pages integer not null,
      total_pages integer not null,
      file_size bigint not null,
      started_at timestamptz not null,
      finished_at timestamptz not null
    );
    create index text_usage_finished on text_usage (organization_id, finished_at);
    create table text_webhook (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      name text not null,
      url text not null,
      sealed_token text not null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      constraint text_webhook_name_key unique (organization_id, name)
    );
  `.execute(db)
}
