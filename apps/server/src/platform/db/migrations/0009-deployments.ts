import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_deployment (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      workflow_id uuid not null references workflow on delete restrict,
      display_name text not null,
      description text not null,
      api_name text not null,
      is_active boolean not null,
      created_by integer references user_account on delete set null,
      modified_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      constraint api_deployment_name_key unique (organization_id, api_name)
    );
    create index api_deployment_workflow on api_deployment (workflow_id);
    create table deployment_key (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      deployment_id uuid not null references api_deployment on delete cascade,
      key_hash text not null constraint deployment_key_hash_key unique,
      sealed_key text not null,
      description text not null,
      is_active boolean not null,
      created_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now()
    );
    create index deployment_key_deployment on deployment_key (deployment_id);
  `.execute(db)
}
