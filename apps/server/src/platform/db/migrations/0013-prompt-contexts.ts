import { type Kysely, sql } from 'kysely'

/** Outputs that were stored before keep their context in their own row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table document_context (
      organization_id integer not null references organization on delete cascade,
      document_id uuid not null references prompt_document on delete cascade,
      digest text not null,
      text text not null,
      primary key (document_id, digest)
    );
    alter table prompt_output
      add column context_digest text,
      add constraint prompt_output_context
        foreign key (document_id, context_digest) references document_context;
  `.execute(db)
}
