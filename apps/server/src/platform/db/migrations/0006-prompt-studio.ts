import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createProjects(db)
  await createDocuments(db)
  await createTools(db)
}

async function createProjects(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table project (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      name text not null,
      description text not null,
      author text not null,
      icon text not null default '',
      selected_document text not null default '',
      log_id uuid not null default gen_random_uuid(),
      summarize_context boolean not null default false,
      summarize_as_source boolean not null default false,
      summarize_prompt text not null default '',
      preamble text not null,
      postamble text not null,
      grammar jsonb,
      monitor_llm_id uuid references adapter on delete restrict,
      exclude_failed boolean not null default true,
      single_pass boolean not null default false,
      challenge_llm_id uuid references adapter on delete restrict,
      enable_challenge boolean not null default false,
      enable_highlight boolean not null default false,
      shared_to_org boolean not null default false,
      created_by integer references user_account on delete set null,
      modified_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      constraint project_name_key unique (organization_id, name)
    );
    create table project_share (
      organization_id integer not null references organization on delete cascade,
      project_id uuid not null references project on delete cascade,
      user_id integer not null references user_account on delete cascade,
      primary key (project_id, user_id)
    );
    create table llm_profile (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      project_id uuid not null references project on delete cascade,
      name text not null,
      llm_id uuid not null references adapter on delete restrict,
      embedding_id uuid not null references adapter on delete restrict,
      vector_db_id uuid not null references adapter on delete restrict,
      text_extractor_id uuid not null references adapter on delete restrict,
      chunk_size integer,
      chunk_overlap integer,
      reindex boolean not null default false,
      retrieval_strategy text not null check (retrieval_strategy in ('simple', 'subquestion')),
      similarity_top_k integer,
      section text,
      is_default boolean not null default false,
      is_summarizer boolean not null default false,
      created_by integer references user_account on delete set null,
      modified_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      constraint llm_profile_name_key unique (project_id, name)
    );
    create unique index llm_profile_default on llm_profile (project_id) where is_default;
    create table prompt (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      project_id uuid not null references project on delete cascade,
      key text not null,
      prompt text not null default '',
      prompt_type text not null check (prompt_type in ('PROMPT', 'NOTES')),
      profile_id uuid references llm_profile on delete set null,
      sequence_number integer,
      enforce_type text not null default 'text',
      required text check (required in ('all', 'any')),
      active boolean not null default true,
      output text not null default '',
      is_assert boolean not null default false,
      assert_prompt text,
      assertion_failure_prompt text,
      evaluation jsonb not null default '{}',
      created_by integer references user_account on delete set null,
      modified_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      constraint prompt_key_key unique (project_id, key)
    );
  `.execute(db)
}

async function createDocuments(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table prompt_document (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      project_id uuid not null references project on delete cascade,
      name text not null,
      hash text not null,
      created_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      constraint prompt_document_name_key unique (project_id, name),
      foreign key (organization_id, hash) references stored_document on delete restrict
    );
    create index prompt_document_hash on prompt_document (organization_id, hash);
    create table document_index (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      document_id uuid not null references prompt_document on delete cascade,
      profile_id uuid not null references llm_profile on delete cascade,
      raw_index_id text,
      summarize_index_id text,
      index_ids_history jsonb not null default '[]',
      extraction_status jsonb not null default '{}',
      created_by integer references user_account on delete set null,
      modified_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      constraint document_index_key unique (document_id, profile_id)
    );
    create table prompt_output (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      project_id uuid not null references project on delete cascade,
      prompt_id uuid not null references prompt on delete cascade,
      document_id uuid not null references prompt_document on delete cascade,
      profile_id uuid not null references llm_profile on delete cascade,
      is_single_pass boolean not null,
      output text,
      context jsonb not null default '[]',
      evidence jsonb,
      highlight jsonb,
      run_id text not null,
      created_by integer references user_account on delete set null,
      modified_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      constraint prompt_output_key unique (prompt_id, document_id, profile_id, is_single_pass)
    );
    create index prompt_output_project on prompt_output (project_id);
    create index prompt_output_document on prompt_output (document_id);
    create index prompt_output_profile on prompt_output (profile_id);
    create index document_index_profile on document_index (profile_id);
    create index prompt_profile on prompt (profile_id);
  `.execute(db)
}

async function createTools(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tool (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      project_id uuid not null constraint tool_project_key unique
        references project on delete cascade,
      name text not null,
      description text not null,
      icon text not null,
      metadata jsonb not null,
      shared_to_org boolean not null,
      created_by integer references user_account on delete set null,
      modified_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now()
    );
    create table tool_share (
      organization_id integer not null references organization on delete cascade,
      tool_id uuid not null references tool on delete cascade,
      user_id integer not null references user_account on delete cascade,
      primary key (tool_id, user_id)
    );
  `.execute(db)
}
