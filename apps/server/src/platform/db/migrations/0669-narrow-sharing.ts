import { type Kysely, sql } from 'kysely'

/**
 * The owner of a workflow, a deployment or a pipeline can close it to the rest of the organization. Until
 * then everybody has it, as before. Runs outlive what started them, so the ids of closed ones that were
 * deleted are kept: their runs must not become everybody's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workflow add column shared_to_org boolean not null default true;
    alter table api_deployment add column shared_to_org boolean not null default true;
    alter table pipeline add column shared_to_org boolean not null default true;
    create table deleted_closed_object (
      organization_id integer not null references organization on delete cascade,
      object_id uuid not null,
      primary key (organization_id, object_id)
    );
  `.execute(db)
}
