import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table workflow (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      name text not null,
      description text not null,
      prompt_text text not null default '',
      is_active boolean not null default true,
      created_by integer references user_account on delete set null,
      modified_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      constraint workflow_name_key unique (organization_id, name)
    );
    create table workflow_endpoint (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      workflow_id uuid not null references workflow on delete cascade,
      endpoint_type text not null check (endpoint_type in ('SOURCE', 'DESTINATION')),
      connection_type text not null default '' check (connection_type in
        ('', 'API', 'FILESYSTEM', 'DATABASE', 'MANUALREVIEW', 'APPDEPLOYMENT')),
      configuration jsonb,
      connector_id uuid,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      constraint workflow_endpoint_type_key unique (workflow_id, endpoint_type)
    );
    create table tool_instance (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      workflow_id uuid not null constraint tool_instance_workflow_key unique
        references workflow on delete cascade,
      tool_id uuid not null constraint tool_instance_tool_fkey references tool on delete restrict,
      step integer not null,
      status text not null default 'Ready to start',
      metadata jsonb not null default '{}',
      created_by integer references user_account on delete set null,
      modified_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now()
    );
    create index tool_instance_tool on tool_instance (tool_id);
  `.execute(db)
}
