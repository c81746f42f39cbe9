import { type Kysely, sql } from 'kysely'

/**
 * What each document read in production was like, without its values, and alarms about fields that have changed. It outlives the
 * executions, and belongs to a deployment or a pipeline by its id alone, so that deleting one fails no file that is being read. A trigger
 * makes one message of all alarms that are raised together.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table watched_document (
      file_execution_id uuid primary key,
      organization_id integer not null references organization on delete cascade,
      owner_id uuid not null,
      version text not null,
      observed_at timestamptz not null default now(),
      fields jsonb not null,
      failed_checks integer not null,
      was_sent_to_review boolean not null,
      corrected_fields text[],
      seconds double precision,
      dollars double precision,
      is_checked boolean not null default false
    );
    create index watched_document_owner on watched_document
      (organization_id, owner_id, observed_at desc, file_execution_id desc);
    create index watched_document_unchecked on watched_document (organization_id, owner_id)
      where not is_checked;

    create table watch_alarm (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      owner_id uuid not null,
      version text not null,
      field text,
      measure text not null,
      before jsonb not null,
      after jsonb not null,
      text text not null,
      documents uuid[] not null,
      since timestamptz not null,
      raised_at timestamptz not null default now(),
      ended_at timestamptz,
      end_reason text check (end_reason in ('acknowledged', 'published')),
      ended_by integer references user_account on delete set null
    );
    create unique index watch_alarm_open on watch_alarm
      (organization_id, owner_id, version, field, measure) nulls not distinct where ended_at is null;
    create index watch_alarm_owner on watch_alarm (organization_id, owner_id, raised_at desc);

    alter table notification add column notify_on_alarms boolean not null default false;

    create function notify_of_watch_alarms() returns trigger language plpgsql as $$
    begin
      insert into notification_delivery (organization_id, notification_id, payload)
      select n.organization_id, n.id, jsonb_build_object(
        'type', 'ALARM',
        'pipeline_id', r.owner_id,
        'pipeline_name', coalesce(p.name, d.api_name),
        'status', 'ALARM',
        'message', string_agg(r.text, E'\n' order by r.field nulls first, r.measure),
        'alarms', jsonb_agg(jsonb_build_object(
          'id', r.id, 'field', r.field, 'measure', r.measure, 'text', r.text,
          'before', r.before, 'after', r.after, 'file_executions', r.documents
        ) order by r.field nulls first, r.measure)
      )
      from raised r
      join notification n on n.organization_id = r.organization_id
        and (n.deployment_id = r.owner_id or n.pipeline_id = r.owner_id)
      left join pipeline p on p.id = n.pipeline_id
      left join api_deployment d on d.id = n.deployment_id
      where n.is_active and n.notify_on_alarms and n.url is not null
      group by n.organization_id, n.id, r.owner_id, p.name, d.api_name;
      if found then
        perform pg_notify('recto_event', '{"name":"work.waiting","payload":{"slots":"jobs"}}');
      end if;
      return null;
    end $$;
    create trigger watch_alarms_raised after insert on watch_alarm
      referencing new table as raised for each statement execute function notify_of_watch_alarms();
  `.execute(db)
}
