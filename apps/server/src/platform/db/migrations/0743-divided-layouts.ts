import { type Kysely, sql } from 'kysely'

/**
 * A part says whether documents of the same layout are in the other one. A result has a digest of all that it was measured on, so that the same
 * test does not count twice. The request for proposals shows values of several documents, and is deleted with each of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table expected_value_part add column basis text not null default 'layout'
      check (basis in ('layout', 'document'));

    alter table improvement_result add column test_digest text;

    create table proposal_document (
      organization_id integer not null,
      call_key text not null,
      document_hash text not null,
      project_id uuid not null references project on delete cascade,
      primary key (organization_id, call_key, document_hash),
      foreign key (organization_id, document_hash) references stored_document on delete cascade
    );
    create index proposal_document_document on proposal_document (organization_id, document_hash);
    create index proposal_document_project on proposal_document (project_id);
    create function forget_proposals() returns trigger language plpgsql as $$
    begin
      delete from model_call
      where organization_id = old.organization_id and call_key = old.call_key;
      return null;
    end $$;
    create trigger document_deleted after delete on proposal_document
      for each row execute function forget_proposals();
  `.execute(db)
}
