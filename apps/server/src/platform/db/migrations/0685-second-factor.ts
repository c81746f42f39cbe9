import { type Kysely, sql } from 'kysely'

/**
 * Accounts can have an authenticator app with recovery codes, and an organization can require one. A
 * sign-in by password then has a second step. Sessions from before have proved no more than a password.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table organization add column second_factor text not null default 'optional'
      check (second_factor in ('optional', 'admins', 'everyone'));
    alter table web_session add column proof text not null default 'password'
      check (proof in ('password', 'second-factor', 'identity-provider'));
    create table authenticator (
      user_id integer primary key references user_account on delete cascade,
      sealed_secret text not null,
      confirmed_at timestamptz,
      last_step bigint not null default 0,
      created_at timestamptz not null default now()
    );
    create table recovery_code (
      user_id integer not null references user_account on delete cascade,
      code_hash text not null,
      primary key (user_id, code_hash)
    );
    create table second_step (
      token_hash text primary key,
      user_id integer not null references user_account on delete cascade,
      expires_at timestamptz not null
    );
    create index second_step_user on second_step (user_id);
  `.execute(db)
}
