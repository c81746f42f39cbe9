import { type Kysely, sql } from 'kysely'

/** Summaries of documents, each by a profile, and what a second model said of an output. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table document_summary (
      organization_id integer not null references organization on delete cascade,
      document_id uuid not null references prompt_document on delete cascade,
      profile_id uuid not null references llm_profile on delete cascade,
      summary_id text not null,
      text text not null,
      created_at timestamptz not null default now(),
      primary key (document_id, profile_id)
    );
    create index document_summary_profile on document_summary (profile_id);
    alter table prompt_output add column challenge jsonb;
  `.execute(db)
}
