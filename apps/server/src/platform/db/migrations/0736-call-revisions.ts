import { type Kysely, sql } from 'kysely'

/** Calls of a document have an order, so that values which return to an earlier state are another call. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table destination_call
      add column content_digest text,
      add column revision integer not null default 1;
    drop index destination_call_document;
    create index destination_call_document on destination_call
      (organization_id, document_key, item_number, revision);
  `.execute(db)
}
