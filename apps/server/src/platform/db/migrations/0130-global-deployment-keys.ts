import { type Kysely, sql } from 'kysely'

/** Keys of an organization that open several of its API deployments, or all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table global_deployment_key (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      name text not null,
      description text not null,
      key_hash text not null constraint global_deployment_key_hash_key unique,
      sealed_key text not null,
      last_four text not null,
      allows_all boolean not null,
      is_active boolean not null default true,
      created_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      constraint global_deployment_key_name_key unique (organization_id, name)
    );
    create index global_deployment_key_maker on global_deployment_key (created_by);
    create table global_deployment_key_target (
      organization_id integer not null references organization on delete cascade,
      key_id uuid not null references global_deployment_key on delete cascade,
      deployment_id uuid not null references api_deployment on delete cascade,
      primary key (key_id, deployment_id)
    );
    create index global_deployment_key_target_deployment on global_deployment_key_target (deployment_id);
    create index global_deployment_key_target_organization on global_deployment_key_target (organization_id);
  `.execute(db)
}
