import { type Kysely, sql } from 'kysely'

/**
 * No two API names of an organization differ in case alone. Those that did before keep their addresses: all
 * but the oldest are marked, and the rule passes them over.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_deployment add column is_namesake boolean not null default false;
    update api_deployment as later set is_namesake = true
    where exists (
      select from api_deployment as earlier
      where earlier.organization_id = later.organization_id
        and lower(earlier.api_name) = lower(later.api_name)
        and (earlier.created_at, earlier.id) < (later.created_at, later.id)
    );
    create unique index api_deployment_folded_name_key
      on api_deployment (organization_id, lower(api_name)) where not is_namesake;
  `.execute(db)
}
