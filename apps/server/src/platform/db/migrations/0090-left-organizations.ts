import { type Kysely, sql } from 'kysely'

/** A session whose organization its user was taken out of knows which one it was, to say so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table web_session add column left_organization text;
    create or replace function leave_organization() returns trigger language plpgsql as $$
    begin
      update web_session set organization_id = null,
        left_organization = (select display_name from organization where id = old.organization_id)
        where user_id = old.user_id and organization_id = old.organization_id;
      return null;
    end $$;
  `.execute(db)
}
