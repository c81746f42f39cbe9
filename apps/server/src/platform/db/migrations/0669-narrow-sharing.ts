import { type Kysely, sql } from 'kysely'

/**
 * The owner of a workflow, a deployment or a pipeline can close it to the rest of the organization. Until
 * then everybody has it, as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workflow add column shared_to_org boolean not null default true;
    alter table api_deployment add column shared_to_org boolean not null default true;
    alter table pipeline add column shared_to_org boolean not null default true;
  `.execute(db)
}
