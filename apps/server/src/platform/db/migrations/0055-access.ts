import { type Kysely, sql } from 'kysely'

/**
 * Ways into an installation besides a password that somebody else has set: accounts that wait for
 * their address to be confirmed, invitations, new passwords by mail, and accounts of an identity provider.
 * Links are stored as digests, mails sealed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table outgoing_mail (
      id uuid primary key default gen_random_uuid(),
      sealed text,
      attempts integer not null default 0,
      next_try_at timestamptz default now(),
      last_error text,
      created_at timestamptz not null default now(),
      sent_at timestamptz
    );
    create index outgoing_mail_waiting on outgoing_mail (next_try_at) where next_try_at is not null;
    create index outgoing_mail_age on outgoing_mail (created_at);

    create table waiting_account (
      token_hash text primary key,
      email text not null,
      password_hash text not null,
      organization_name text not null,
      expires_at timestamptz not null
    );
    create index waiting_account_end on waiting_account (expires_at);

    create table password_link (
      token_hash text primary key,
      user_id integer not null references user_account on delete cascade,
      expires_at timestamptz not null
    );
    create index password_link_user on password_link (user_id);
    create index password_link_end on password_link (expires_at);

    create function forget_password_links() returns trigger language plpgsql as $$
    begin
      delete from password_link where user_id = new.id;
      return null;
    end $$;
    create trigger user_account_password after update of password_hash on user_account
      for each row execute function forget_password_links();

    create table invitation (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      token_hash text not null constraint invitation_token_key unique,
      email text not null,
      role text not null check (role in ('admin', 'user', 'reviewer', 'supervisor')),
      invited_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      constraint invitation_email_key unique (organization_id, email)
    );
    create index invitation_email on invitation (email);
    create index invitation_inviter on invitation (invited_by);

    create table outside_identity (
      issuer text not null,
      subject text not null,
      user_id integer not null references user_account on delete cascade,
      created_at timestamptz not null default now(),
      primary key (issuer, subject)
    );
    create index outside_identity_user on outside_identity (user_id);

    alter table user_account add column is_address_proved boolean not null default true;
  `.execute(db)
}
