import { type Kysely, sql } from 'kysely'

/**
 * Two subscriptions to one product may both be paid: each has its row, and one of them is in use. A
 * period is cut in parts where its plan changes. Open checkouts are stored, so that a later one ends
 * an earlier one. Triggers and defaults complete the rows of processes of the version before; those processes cannot
 * store a subscription any more, because a product has no unique row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table billing_subscription
      drop constraint billing_subscription_pkey,
      drop constraint billing_subscription_key,
      add primary key (subscription_id),
      add column is_current boolean not null default true,
      add column started_at timestamptz,
      add column ended_at timestamptz,
      add column refund_due_at timestamptz,
      add column refunded_at timestamptz,
      add column refunded_cents bigint;
    update billing_subscription s set started_at = coalesce(
      (select min(began_at) from billing_period p where p.subscription_id = s.subscription_id),
      period_began_at),
      ended_at = case when status in ('canceled', 'incomplete_expired') then least(period_ends_at, asked_at) end;
    alter table billing_subscription
      alter column started_at set not null,
      alter column started_at set default now(),
      alter column is_current set default false;
    create unique index billing_subscription_current on billing_subscription (organization_id, product)
      where is_current;
    create index billing_subscription_organization on billing_subscription (organization_id);

    alter table billing_period
      add column cycle_began_at timestamptz,
      add column cycle_ends_at timestamptz,
      add column counted_until timestamptz;
    update billing_period set cycle_began_at = began_at, cycle_ends_at = ends_at;
    alter table billing_period
      alter column cycle_began_at set not null,
      alter column cycle_ends_at set not null;
    create function complete_billing_period() returns trigger language plpgsql as $$
    begin
      new.cycle_began_at := coalesce(new.cycle_began_at, new.began_at);
      new.cycle_ends_at := coalesce(new.cycle_ends_at, new.ends_at);
      return new;
    end $$;
    create trigger billing_period_complete before insert on billing_period for each row
      execute function complete_billing_period();

    create table billing_checkout (
      session_id text primary key,
      organization_id integer not null references organization on delete cascade,
      product text not null check (product in ('platform', 'text')),
      plan_id text not null,
      opened_at timestamptz not null default now(),
      closed_at timestamptz
    );
    create index billing_checkout_open on billing_checkout (organization_id, product) where closed_at is null;
  `.execute(db)
}
