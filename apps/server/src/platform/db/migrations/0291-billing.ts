import { type Kysely, sql } from 'kysely'

/** What organizations pay for, where an installation sells plans. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table billing_account (
      organization_id integer primary key references organization on delete cascade,
      reference uuid not null default gen_random_uuid(),
      customer_id text constraint billing_account_customer_key unique,
      trial_began_at timestamptz not null default now(),
      problem text
    );
    create table billing_subscription (
      organization_id integer not null references organization on delete cascade,
      product text not null check (product in ('platform', 'text')),
      subscription_id text not null constraint billing_subscription_key unique,
      plan_id text not null,
      status text not null,
      ends_with_period boolean not null,
      period_began_at timestamptz not null,
      period_ends_at timestamptz not null,
      asked_at timestamptz not null,
      primary key (organization_id, product)
    );
    create table billing_event (
      id text primary key,
      organization_id integer not null references organization on delete cascade,
      type text not null,
      subscription_id text not null,
      received_at timestamptz not null default now(),
      handled_at timestamptz
    );
    create index billing_event_organization on billing_event (organization_id, received_at);
  `.execute(db)
}
