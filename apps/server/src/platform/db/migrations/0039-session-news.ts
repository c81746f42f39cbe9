import { type Kysely, sql } from 'kysely'

/**
 * Whatever ends a session or moves it to another organization is told to all processes, so that what a
 * browser holds open does not outlive it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_of_session() returns trigger language plpgsql as $$
    begin
      perform pg_notify('recto_event', json_build_object(
        'name', 'session.changed', 'payload', json_build_object('id', old.id)
      )::text);
      return null;
    end $$;
    create trigger session_ended after delete on web_session
      for each row execute function tell_of_session();
    create trigger session_moved after update of organization_id on web_session
      for each row when (old.organization_id is distinct from new.organization_id)
      execute function tell_of_session();
  `.execute(db)
}
