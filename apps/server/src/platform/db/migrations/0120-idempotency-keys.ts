import { type Kysely, sql } from 'kysely'

/** What a caller names its request by, so that the same one sent again makes no second execution. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table execution add column idempotency_key text, add column request_hash text;
    create unique index execution_idempotency_key
      on execution (organization_id, pipeline_id, idempotency_key) where idempotency_key is not null;
  `.execute(db)
}
