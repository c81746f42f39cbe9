import { type Kysely, sql } from 'kysely'

/**
 * Passkeys (WebAuthn) of accounts, and the challenges that a browser has yet to answer. A challenge is
 * found by the session that registers a passkey, or by a cookie of the browser that signs in.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table passkey (
      id uuid primary key default gen_random_uuid(),
      user_id integer not null references user_account on delete cascade,
      credential_id text not null constraint passkey_credential_id_key unique,
      public_key text not null,
      counter bigint not null default 0,
      transports text[] not null default '{}',
      name text not null,
      created_at timestamptz not null default now(),
      used_at timestamptz
    );
    create index passkey_user on passkey (user_id);
    create table passkey_challenge (
      token_hash text primary key,
      challenge text not null,
      expires_at timestamptz not null
    );
  `.execute(db)
}
