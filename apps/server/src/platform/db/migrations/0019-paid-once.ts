import { type Kysely, sql } from 'kysely'

/**
 * Work under a key is claimed, so that it goes on once in all processes. A service's name for a document
 * that it reads is kept until the text is here. Model calls say of which document they are, where people
 * delete documents, and go with it. Attempts are counted for all processes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table claim (
      id uuid primary key,
      key text not null,
      holder_id uuid,
      beats integer not null default 0,
      is_awaited boolean not null default false,
      outcome jsonb,
      beat_at timestamptz not null default clock_timestamp(),
      ended_at timestamptz
    );
    create unique index claim_under_way on claim (key) where ended_at is null;
    create index claim_holder on claim (holder_id) where ended_at is null;
    create index claim_age on claim (beat_at);

    create table attempt (
      key text primary key,
      times integer not null,
      ends_at timestamptz not null
    );
    create index attempt_end on attempt (ends_at);

    create table reading_job (
      organization_id integer not null references organization on delete cascade,
      reading_key text not null,
      job text not null,
      created_at timestamptz not null default now(),
      primary key (organization_id, reading_key)
    );

    alter table model_call add column document_hash text;
    create index model_call_document on model_call (organization_id, document_hash)
      where document_hash is not null;
    -- Rows lie in the order in which they came, so that this costs an insertion next to nothing.
    create index model_call_created on model_call using brin (created_at);
    create function forget_model_calls() returns trigger language plpgsql as $$
    begin
      delete from model_call
      where organization_id = old.organization_id and document_hash = old.hash;
      return null;
    end $$;
    create trigger document_deleted after delete on stored_document
      for each row execute function forget_model_calls();
  `.execute(db)
}
