import { type Kysely, sql } from 'kysely'

/**
 * By what files of a workflow are recognised, as digests: what a document says lies nowhere but in its result. It goes with
 * its file.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table document_identity (
      file_execution_id uuid primary key references file_execution on delete cascade,
      organization_id integer not null references organization on delete cascade,
      workflow_id uuid not null,
      seller text,
      number text,
      order_number text,
      date text,
      total text,
      account text,
      created_at timestamptz not null default now()
    );
    create index document_identity_number on document_identity (organization_id, workflow_id, number, created_at)
      where number is not null;
    create index document_identity_order on document_identity (organization_id, workflow_id, order_number, created_at)
      where order_number is not null;
    create index document_identity_seller on document_identity (organization_id, workflow_id, seller, created_at)
      where seller is not null;
  `.execute(db)
}
