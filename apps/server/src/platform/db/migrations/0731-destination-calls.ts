import { type Kysely, sql } from 'kysely'

/** HTTP endpoints as destinations, and each call of them with its body until it is delivered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table connector drop constraint connector_kind_check;
    alter table connector add constraint connector_kind_check
      check (kind in ('file-connector', 'database-connector', 'http-connector'));
    alter table workflow_endpoint drop constraint workflow_endpoint_connection_type_check;
    alter table workflow_endpoint add constraint workflow_endpoint_connection_type_check
      check (connection_type in
        ('', 'API', 'FILESYSTEM', 'DATABASE', 'MANUALREVIEW', 'APPDEPLOYMENT', 'HTTP'));

    create table destination_call (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      workflow_id uuid not null references workflow on delete cascade,
      execution_id uuid not null references execution on delete cascade,
      file_execution_id uuid not null references file_execution on delete cascade,
      document_key text not null,
      idempotency_key text not null,
      item_number integer not null,
      body text,
      state text not null default 'WAITING'
        check (state in ('WAITING', 'DELIVERED', 'DEAD', 'REPLACED')),
      attempts integer not null default 0,
      status_code integer,
      last_error text,
      created_at timestamptz not null default now(),
      last_attempt_at timestamptz,
      constraint destination_call_key unique (organization_id, idempotency_key)
    );
    create index destination_call_workflow on destination_call
      (organization_id, workflow_id, created_at desc, id);
    create index destination_call_execution on destination_call (execution_id);
    create index destination_call_file on destination_call (file_execution_id);
    create index destination_call_document on destination_call
      (organization_id, workflow_id, document_key) where state in ('WAITING', 'DEAD');
  `.execute(db)
}
