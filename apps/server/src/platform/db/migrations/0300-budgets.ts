import { type Kysely, sql } from 'kysely'

/**
 * What an organization may spend on calls of models in a month (UTC). Its month is added up by the statement that counts a
 * call, so that who is about to make one reads two rows; triggers make the messages, once for each line that is crossed,
 * also when it is drawn below what the month has cost already.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table usage_month (
      organization_id integer not null references organization on delete cascade,
      month date not null,
      calls bigint not null,
      unpriced_calls bigint not null,
      tokens bigint not null,
      -- Exact: floats that are added up miss a line by a hair.
      dollars numeric not null,
      primary key (organization_id, month)
    );
    insert into usage_month
      select organization_id, date_trunc('month', created_at at time zone 'UTC')::date, count(*),
        count(*) filter (where cost_in_dollars is null), sum(total_tokens),
        coalesce(sum(cost_in_dollars::numeric), 0)
      from usage_record group by 1, 2;

    create table usage_budget (
      organization_id integer primary key references organization on delete cascade,
      dollars numeric not null check (dollars >= 0),
      warn_percent integer not null check (warn_percent between 1 and 100),
      stops_calls boolean not null,
      modified_at timestamptz not null default now()
    );

    alter table notification
      add column is_of_budget boolean not null default false,
      drop constraint notification_of_one,
      add constraint notification_of_one
        check (num_nonnulls(deployment_id, pipeline_id) = case when is_of_budget then 0 else 1 end),
      drop constraint notification_name_key,
      add constraint notification_name_key
        unique nulls not distinct (organization_id, deployment_id, pipeline_id, name);
    create index notification_of_budget on notification (organization_id) where is_of_budget;

    create function tell_of_budget_line(budget usage_budget, of_month date, spent numeric, crossed text)
    returns void language plpgsql as $$
    begin
      insert into notification_delivery (organization_id, notification_id, payload)
      select n.organization_id, n.id, jsonb_build_object(
        'type', 'BUDGET',
        'pipeline_name', 'Monthly budget',
        'status', crossed,
        'month', to_char(of_month, 'YYYY-MM'),
        'spent_in_dollars', round(spent, 4),
        'budget_in_dollars', budget.dollars,
        'calls_are_stopped', budget.stops_calls and crossed = 'REACHED'
      )
      from notification n
      where n.organization_id = budget.organization_id and n.is_of_budget and n.is_active
        and n.url is not null;
      if found then
        perform pg_notify('recto_event', '{"name":"notification.waiting","payload":{}}');
      end if;
    end $$;

    create function tell_of_budget() returns trigger language plpgsql as $$
    declare
      budget usage_budget;
      spent_before numeric := case when tg_op = 'INSERT' then 0 else old.dollars end;
      crossed text;
    begin
      select * into budget from usage_budget where organization_id = new.organization_id;
      if not found then return null; end if;
      crossed := case
        when spent_before < budget.dollars and new.dollars >= budget.dollars then 'REACHED'
        when spent_before < budget.dollars * budget.warn_percent / 100
          and new.dollars >= budget.dollars * budget.warn_percent / 100 then 'WARNING' end;
      if crossed is not null then
        perform tell_of_budget_line(budget, new.month, new.dollars, crossed);
      end if;
      return null;
    end $$;

    create trigger month_grew after insert or update of dollars on usage_month for each row
      execute function tell_of_budget();

    create function tell_of_lowered_budget() returns trigger language plpgsql as $$
    declare
      this_month date := date_trunc('month', now() at time zone 'UTC')::date;
      spent numeric;
      crossed text;
    begin
      select dollars into spent from usage_month
        where organization_id = new.organization_id and month = this_month;
      if spent is null then return null; end if;
      crossed := case
        when spent >= new.dollars and (tg_op = 'INSERT' or spent < old.dollars) then 'REACHED'
        when spent < new.dollars and spent >= new.dollars * new.warn_percent / 100
          and (tg_op = 'INSERT' or spent < old.dollars * old.warn_percent / 100) then 'WARNING' end;
      if crossed is not null then
        perform tell_of_budget_line(new, this_month, spent, crossed);
      end if;
      return null;
    end $$;
    create trigger budget_changed after insert or update on usage_budget for each row
      execute function tell_of_lowered_budget();
  `.execute(db)
}
