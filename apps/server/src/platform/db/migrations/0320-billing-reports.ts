import { type Kysely, sql } from 'kysely'

/** Pages that are paid for one by one: the periods they belong to, and what was reported to the payment provider. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table billing_period (
      organization_id integer not null references organization on delete cascade,
      subscription_id text not null,
      product text not null check (product in ('platform', 'text')),
      plan_id text not null,
      began_at timestamptz not null,
      ends_at timestamptz not null,
      first_day_pages bigint,
      closed_at timestamptz,
      primary key (subscription_id, began_at)
    );
    create index billing_period_open on billing_period (organization_id, began_at) where closed_at is null;
    create index billing_period_product on billing_period (organization_id, product, began_at);
    insert into billing_period (organization_id, subscription_id, product, plan_id, began_at, ends_at)
      select organization_id, subscription_id, product, plan_id, period_began_at, period_ends_at
      from billing_subscription;

    create table billing_report (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      subscription_id text not null,
      period_began_at timestamptz not null,
      meter text not null,
      pages bigint not null check (pages > 0),
      at timestamptz not null,
      tried_at timestamptz,
      counted_at timestamptz,
      unsettled_at timestamptz,
      foreign key (subscription_id, period_began_at) references billing_period on delete cascade
    );
    create index billing_report_period on billing_report (subscription_id, period_began_at, meter);
    create index billing_report_waiting on billing_report (organization_id, at)
      where counted_at is null and unsettled_at is null;
  `.execute(db)
}
