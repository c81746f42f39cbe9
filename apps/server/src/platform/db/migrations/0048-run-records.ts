import { type Kysely, sql } from 'kysely'

/** What a run in the studio has asked, so that it can be replayed from the replies that are kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table run_record (
      organization_id integer not null references organization on delete cascade,
      run_id text not null,
      document_id uuid not null references prompt_document on delete cascade,
      profile_id uuid not null references llm_profile on delete cascade,
      prompt_key text not null,
      document_hash text not null,
      text_hash text not null,
      question jsonb not null,
      settings jsonb not null,
      value_hash text not null,
      created_at timestamptz not null default now(),
      primary key (organization_id, run_id, document_id, profile_id, prompt_key)
    );
    create index run_record_document on run_record (document_id);
    create index run_record_profile on run_record (profile_id);
    create index run_record_created on run_record using brin (created_at);
  `.execute(db)
}
