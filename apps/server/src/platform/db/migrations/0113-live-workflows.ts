import { type Kysely, sql } from 'kysely'

/**
 * What deployments and pipelines run is a version of their workflow, which stays as it is while somebody
 * works on it. The tool of the live version stays as long as it is live. What is deployed already is live as it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table workflow_version (
      organization_id integer not null references organization on delete cascade,
      workflow_id uuid not null references workflow on delete cascade,
      version integer not null,
      definition jsonb not null,
      restored_from integer,
      created_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      primary key (workflow_id, version)
    );
    alter table workflow
      add column live_version integer,
      add column live_tool_id uuid references tool on delete restrict;
    create index workflow_live_tool on workflow (live_tool_id) where live_tool_id is not null;

    insert into workflow_version (organization_id, workflow_id, version, definition, created_by)
    select w.organization_id, w.id, 1, jsonb_build_object(
        'toolId', t.tool_id,
        'settings', t.metadata,
        'source', jsonb_build_object('connection', s.connection_type,
          'connectorId', s.connector_id, 'configuration', coalesce(s.configuration, '{}')),
        'destination', jsonb_build_object('connection', d.connection_type,
          'connectorId', d.connector_id, 'configuration', coalesce(d.configuration, '{}'))
      ), w.created_by
    from workflow w
    join tool_instance t on t.workflow_id = w.id
    join workflow_endpoint s on s.workflow_id = w.id and s.endpoint_type = 'SOURCE'
    join workflow_endpoint d on d.workflow_id = w.id and d.endpoint_type = 'DESTINATION'
    where exists (select from api_deployment a where a.workflow_id = w.id);
    update workflow set live_version = 1, live_tool_id = (v.definition ->> 'toolId')::uuid
    from workflow_version v where v.workflow_id = workflow.id;
  `.execute(db)
}
