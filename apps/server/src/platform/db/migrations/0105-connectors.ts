import { type Kysely, sql } from 'kysely'

/**
 * Connectors, and with whom they are shared. A name is given once for each workflow and direction: existing
 * clients make a connector for each end of a workflow, others one for the organization, which names neither.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table connector (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      provider_id text not null,
      kind text not null check (kind in ('file-connector', 'database-connector')),
      name text not null,
      direction text check (direction in ('INPUT', 'OUTPUT')),
      workflow_id uuid,
      sealed_settings text not null,
      shared_to_org boolean not null default false,
      created_by integer references user_account on delete set null,
      modified_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      constraint connector_name_key
        unique nulls not distinct (organization_id, name, workflow_id, direction)
    );
    create table connector_share (
      organization_id integer not null,
      connector_id uuid not null references connector on delete cascade,
      user_id integer not null,
      primary key (connector_id, user_id),
      foreign key (organization_id, user_id) references member (organization_id, user_id)
        on delete cascade
    );
    create table connector_owner (
      organization_id integer not null,
      connector_id uuid not null references connector on delete cascade,
      user_id integer not null,
      primary key (connector_id, user_id),
      foreign key (organization_id, user_id) references member (organization_id, user_id)
        on delete cascade
    );
    create table connector_group_share (
      organization_id integer not null references organization on delete cascade,
      connector_id uuid not null references connector on delete cascade,
      group_id integer not null references member_group on delete cascade,
      primary key (connector_id, group_id)
    );
    create table connector_sign_in (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null,
      user_id integer not null,
      backend text not null,
      sealed_attempt text,
      sealed_tokens text,
      ends_at timestamptz not null,
      foreign key (organization_id, user_id) references member (organization_id, user_id)
        on delete cascade
    );
    create index connector_sign_in_ends on connector_sign_in (ends_at);
    update workflow_endpoint set connector_id = null where connector_id is not null;
    alter table workflow_endpoint add constraint workflow_endpoint_connector_fkey
      foreign key (connector_id) references connector on delete restrict;
    create index workflow_endpoint_connector on workflow_endpoint (connector_id);
  `.execute(db)
}
