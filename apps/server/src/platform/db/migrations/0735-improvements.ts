import { type Kysely, sql } from 'kysely'

/**
 * Expected values are split once, so that wordings are measured on documents that they have not seen. What an improvement read of a document is
 * deleted with the document.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table expected_value_part (
      organization_id integer not null,
      project_id uuid not null references project on delete cascade,
      document_hash text not null,
      part text not null check (part in ('first', 'second')),
      primary key (project_id, document_hash),
      foreign key (organization_id, document_hash) references stored_document on delete cascade
    );
    create index expected_value_part_document on expected_value_part (organization_id, document_hash);

    create table improvement (
      id uuid primary key,
      organization_id integer not null references organization on delete cascade,
      project_id uuid not null references project on delete cascade,
      state text not null default 'waiting'
        check (state in ('waiting', 'running', 'done', 'stopped', 'failed', 'cancelled')),
      metadata jsonb not null,
      prompt_keys jsonb not null,
      llm_id uuid,
      max_candidates integer not null,
      budget_calls integer not null,
      budget_dollars double precision,
      calls_used integer not null default 0,
      attempts integer not null default 0,
      fields_done integer not null default 0,
      error text,
      created_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      ended_at timestamptz
    );
    create unique index improvement_open on improvement (project_id)
      where state in ('waiting', 'running');
    create index improvement_project on improvement (organization_id, project_id, created_at);

    create table improvement_result (
      organization_id integer not null,
      improvement_id uuid not null references improvement on delete cascade,
      prompt_id uuid not null,
      prompt_key text not null,
      outcome text not null,
      reason text not null,
      before_prompt text not null,
      before_type text not null,
      after_prompt text,
      after_type text,
      source text,
      first_score jsonb,
      second_score jsonb,
      chance double precision,
      decision text check (decision in ('accepted', 'edited', 'dropped')),
      primary key (improvement_id, prompt_id)
    );
    create index improvement_result_prompt on improvement_result (organization_id, prompt_id);

    create table improvement_change (
      organization_id integer not null,
      improvement_id uuid not null references improvement on delete cascade,
      prompt_id uuid not null,
      document_hash text not null,
      document_id uuid,
      document_name text not null,
      truth text,
      before_value text,
      after_value text,
      was_right boolean not null,
      is_right boolean not null,
      primary key (improvement_id, prompt_id, document_hash),
      foreign key (organization_id, document_hash) references stored_document on delete cascade
    );
    create index improvement_change_document on improvement_change (organization_id, document_hash);
  `.execute(db)
}
