import { type Kysely, sql } from 'kysely'

/**
 * Attempts to sign in are rows, each way to an account with its own count, which
 * takes the place of windows. Sessions have an id that can be
 * shown, and say when and from where they were used.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table attempt;
    create table sign_in_attempt (
      key text primary key,
      failures integer not null default 0,
      is_known boolean not null default false,
      tried_at timestamptz not null default now(),
      free_at timestamptz not null default now()
    );
    create index sign_in_attempt_age on sign_in_attempt (tried_at);

    alter table web_session
      add column id uuid not null default gen_random_uuid(),
      add column seen_at timestamptz not null default now(),
      add column address text not null default '',
      add column browser text not null default '',
      add constraint web_session_id_key unique (id);
    create index web_session_user on web_session (user_id);
  `.execute(db)
}
