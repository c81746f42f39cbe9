import { type Kysely, sql } from 'kysely'

/**
 * The ledger of usage: what each plan covered on each day, and why each report to the payment provider was made.
 * A trigger completes the rows of processes of the version before, which know neither days nor kinds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table billing_usage_day (
      organization_id integer not null references organization on delete cascade,
      subscription_id text not null,
      period_began_at timestamptz not null,
      day date not null,
      kind text not null,
      plan_id text not null,
      pages bigint not null,
      tokens bigint not null,
      counted_at timestamptz not null,
      primary key (subscription_id, period_began_at, day, kind),
      foreign key (subscription_id, period_began_at) references billing_period on delete cascade
    );
    create index billing_usage_day_organization on billing_usage_day (organization_id, day);

    alter table billing_report
      add column day date,
      add column kind text,
      add column plan_id text,
      add column dollars numeric,
      add column answer text;
    update billing_report r set
      day = (at at time zone 'UTC')::date,
      kind = case when meter like '%pages_beyond_plan' then 'platform' else replace(substr(meter, 11), '_', '-') end,
      plan_id = (select p.plan_id from billing_period p
        where p.subscription_id = r.subscription_id and p.began_at = r.period_began_at);
    alter table billing_report alter column day set not null;
    create function complete_billing_report() returns trigger language plpgsql as $$
    begin
      new.day := coalesce(new.day, (new.at at time zone 'UTC')::date);
      new.kind := coalesce(new.kind, case when new.meter like '%pages_beyond_plan'
        then 'platform' else replace(substr(new.meter, 11), '_', '-') end);
      new.plan_id := coalesce(new.plan_id, (select plan_id from billing_period p
        where p.subscription_id = new.subscription_id and p.began_at = new.period_began_at));
      return new;
    end $$;
    create trigger billing_report_complete before insert on billing_report for each row
      execute function complete_billing_report();
    create index billing_report_day on billing_report (organization_id, day);
  `.execute(db)
}
