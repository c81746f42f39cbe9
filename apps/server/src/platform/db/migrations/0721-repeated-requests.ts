import { type Kysely, sql } from 'kysely'

/** Requests that cost model calls, by the key that their caller gave them: one that is sent again gets the same reply. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table repeatable_request (
      organization_id integer not null references organization on delete cascade,
      user_id integer not null references user_account on delete cascade,
      idempotency_key text not null,
      request_hash text not null,
      begun_at timestamptz not null default now(),
      status smallint,
      reply text,
      primary key (organization_id, user_id, idempotency_key)
    );
    create index repeatable_request_begun on repeatable_request (organization_id, begun_at);
  `.execute(db)
}
