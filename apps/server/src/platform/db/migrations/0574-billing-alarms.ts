import { type Kysely, sql } from 'kysely'

/**
 * What a person should look at in billing. A trigger makes the messages of the organization's notifications in the
 * transaction that raises an alarm.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table billing_alarm (
      id uuid primary key default gen_random_uuid(),
      organization_id integer references organization on delete cascade,
      kind text not null,
      subject text not null,
      detail text not null,
      raised_at timestamptz not null default now(),
      settled_at timestamptz
    );
    create unique index billing_alarm_open on billing_alarm (organization_id, kind, subject)
      nulls not distinct where settled_at is null;
    create index billing_alarm_raised on billing_alarm (organization_id, raised_at);

    create function notify_of_billing_alarm() returns trigger language plpgsql as $$
    begin
      insert into notification_delivery (organization_id, notification_id, payload)
      select n.organization_id, n.id, jsonb_build_object(
        'type', 'BILLING',
        'pipeline_name', 'Billing',
        'status', upper(new.kind),
        'error_message', new.detail
      )
      from notification n
      where n.organization_id = new.organization_id and n.is_of_budget and n.is_active
        and n.url is not null;
      if found then
        perform pg_notify('recto_event', '{"name":"work.waiting","payload":{"slots":"jobs"}}');
      end if;
      return null;
    end $$;
    create trigger billing_alarm_raised after insert on billing_alarm for each row
      execute function notify_of_billing_alarm();
  `.execute(db)
}
