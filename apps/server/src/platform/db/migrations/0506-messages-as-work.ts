import { type Kysely, sql } from 'kysely'

/**
 * Messages of notifications and mails are items of work: a worker holds one while it sends it, and
 * `next_try_at` is set only while an item sleeps. Senders of an earlier version, which claim items by
 * `next_try_at`, may still run: what they are sending wakes up when their lease is over, and new items are left
 * to workers of this version. Work of the whole installation has no organization.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notification_delivery
      add column worker_id text,
      add column deaths integer not null default 0,
      alter column next_try_at drop default;
    create index notification_delivery_waiting on notification_delivery
      (organization_id, (notification_id::text), created_at, id)
      where state = 'WAITING' and next_try_at is null and worker_id is null;
    create index notification_delivery_held on notification_delivery (worker_id)
      where worker_id is not null;

    alter table outgoing_mail
      add column worker_id text,
      add column deaths integer not null default 0,
      alter column next_try_at drop default;
    create index outgoing_mail_unsent on outgoing_mail (created_at, id)
      where sealed is not null and next_try_at is null and worker_id is null;
    create index outgoing_mail_held on outgoing_mail (worker_id) where worker_id is not null;

    alter table work_item alter column organization_id drop not null;
    alter table work_schedule alter column organization_id drop not null;
    drop index work_item_waiting;
    create index work_item_waiting on work_item (coalesce(organization_id, 0), kind, created_at, id)
      where state = 'waiting' and waits_until is null;
  `.execute(db)
  await sql`
    do $$
    declare
      name text;
    begin
      foreach name in array array['tell_of_finished_execution', 'tell_of_budget_line'] loop
        execute replace(
          pg_get_functiondef(name::regproc),
          '{"name":"notification.waiting","payload":{}}',
          '{"name":"work.waiting","payload":{"slots":"jobs"}}'
        );
      end loop;
    end $$;
  `.execute(db)
}
