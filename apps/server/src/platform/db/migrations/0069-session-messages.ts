import { type Kysely, sql } from 'kysely'

/** What the browser of a session is told of the work that goes on, and what of it its logs panel keeps. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table web_session add constraint web_session_log_events_id_key unique (log_events_id);
    create table session_message (
      id bigint generated always as identity primary key,
      organization_id integer not null references organization on delete cascade,
      log_events_id text not null references web_session (log_events_id) on delete cascade,
      message json not null,
      is_kept boolean not null,
      created_at timestamptz not null default now()
    );
    create index session_message_channel on session_message (log_events_id, id);
    create index session_message_organization on session_message (organization_id);

    -- Sockets of somebody who was removed are closed, whoever removes them.
    create function tell_of_removed_member() returns trigger language plpgsql as $$ begin
      perform pg_notify('recto_event', json_build_object(
        'name', 'session.changed', 'payload', json_build_object('id', web_session.id)
      )::text)
      from web_session
      where user_id = old.user_id and organization_id = old.organization_id;
      return null;
    end $$;
    create trigger member_removed after delete on member
      for each row execute function tell_of_removed_member();
  `.execute(db)
}
