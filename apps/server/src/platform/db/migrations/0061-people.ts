import { type Kysely, sql } from 'kysely'

/**
 * What admins do is written down. Who is no member any more has no session in the organization either,
 * which the database sees to, so that nothing that removes a member can forget it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table organization
      add column restrict_llm_adapter_creation boolean not null default false,
      add column restrict_connector_creation boolean not null default false;
    alter table member add column is_service boolean not null default false;
    create index member_user on member (user_id);
    create function leave_organization() returns trigger language plpgsql as $$
    begin
      update web_session set organization_id = null
        where user_id = old.user_id and organization_id = old.organization_id;
      return null;
    end $$;
    create trigger member_left after delete on member
      for each row execute function leave_organization();
    create unique index platform_key_active_key on platform_key (organization_id) where is_active;
    create table audit_entry (
      id bigint generated always as identity primary key,
      organization_id integer not null references organization on delete cascade,
      made_at timestamptz not null default now(),
      user_id integer references user_account on delete set null,
      actor_email text not null,
      action text not null,
      subject_type text not null,
      subject_id text not null,
      subject_name text not null,
      before jsonb,
      after jsonb
    );
    create index audit_entry_latest on audit_entry (organization_id, id desc);
    create table platform_api_key (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      name text not null,
      description text not null,
      key_hash text not null constraint platform_api_key_hash_key unique,
      sealed_key text not null,
      last_four text not null,
      permission text not null check (permission in ('read', 'read_write', 'full_access')),
      is_active boolean not null default true,
      service_user_id integer not null references user_account on delete cascade,
      created_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      constraint platform_api_key_name_key unique (organization_id, name)
    );
  `.execute(db)
}
