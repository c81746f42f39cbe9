import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table installation (
      key text primary key,
      value text not null
    );
    create table organization (
      id integer generated always as identity primary key,
      slug text not null constraint organization_slug_key unique,
      name text not null,
      display_name text not null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now()
    );
    create table user_account (
      id integer generated always as identity primary key,
      username text not null constraint user_account_username_key unique,
      email text not null,
      password_hash text,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now()
    );
    create unique index user_account_email_key on user_account (lower(email));
    create table member (
      id integer generated always as identity primary key,
      organization_id integer not null references organization on delete cascade,
      user_id integer not null references user_account on delete cascade,
      role text not null check (role in ('admin', 'user', 'reviewer', 'supervisor')),
      login_onboarding_shown boolean not null default false,
      prompt_onboarding_shown boolean not null default false,
      created_at timestamptz not null default now(),
      constraint member_user_key unique (organization_id, user_id)
    );
    create table web_session (
      token_hash text primary key,
      user_id integer not null references user_account on delete cascade,
      organization_id integer references organization on delete cascade,
      csrf_token text not null,
      log_events_id text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index web_session_expires_at on web_session (expires_at);
    create table platform_key (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      key text not null,
      key_name text not null,
      is_active boolean not null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      constraint platform_key_name_key unique (organization_id, key_name)
    );
  `.execute(db)
}
