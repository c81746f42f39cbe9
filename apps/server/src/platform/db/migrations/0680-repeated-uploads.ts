import { type Kysely, sql } from 'kysely'

/** What a client of the text service names its upload by, so that the same one sent again is read and paid once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table text_job add column idempotency_key text, add column request_hash text;
    create unique index text_job_idempotency_key
      on text_job (organization_id, charged_key_id, idempotency_key) where idempotency_key is not null;
  `.execute(db)
}
