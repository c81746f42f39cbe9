import { type Kysely, sql } from 'kysely'

/**
 * Who is told when a run of a deployment or a pipeline ends, and each message of it. The messages are
 * made by a trigger, in the transaction that ends the run: no way to an end forgets them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notification (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      deployment_id uuid references api_deployment on delete cascade,
      pipeline_id uuid references pipeline on delete cascade,
      name text not null,
      url text,
      platform text check (platform in ('SLACK', 'API')),
      authorization_type text not null
        check (authorization_type in ('BEARER', 'API_KEY', 'CUSTOM_HEADER', 'NONE')),
      authorization_header text,
      sealed_key text,
      -- What its messages are signed with.
      sealed_secret text not null,
      max_retries integer not null default 0,
      is_active boolean not null default true,
      notify_on_failures boolean not null default false,
      created_by integer references user_account on delete set null,
      modified_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      constraint notification_of_one check (num_nonnulls(deployment_id, pipeline_id) = 1),
      constraint notification_name_key
        unique nulls not distinct (deployment_id, pipeline_id, name)
    );
    create index notification_pipeline on notification (pipeline_id)
      where pipeline_id is not null;

    create table notification_delivery (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      notification_id uuid not null references notification on delete cascade,
      -- Absent of a test. The run may be deleted before.
      execution_id uuid,
      payload jsonb not null,
      state text not null default 'WAITING' check (state in ('WAITING', 'DELIVERED', 'DEAD')),
      attempts integer not null default 0,
      next_try_at timestamptz default now(),
      status_code integer,
      last_error text,
      created_at timestamptz not null default now(),
      ended_at timestamptz
    );
    create index notification_delivery_due on notification_delivery (next_try_at)
      where next_try_at is not null;
    create index notification_delivery_list on notification_delivery
      (notification_id, created_at desc, id);

    create function tell_of_finished_execution() returns trigger language plpgsql as $$
    begin
      insert into notification_delivery (organization_id, notification_id, execution_id, payload)
      select n.organization_id, n.id, new.id, jsonb_build_object(
        'type', coalesce(p.pipeline_type, 'API'),
        'pipeline_id', new.pipeline_id,
        'pipeline_name', coalesce(p.name, d.api_name),
        'status', case
          when p.id is null then new.status
          when new.status = 'COMPLETED' then 'SUCCESS' else 'FAILURE' end,
        'execution_id', new.id,
        'error_message', nullif(new.error_message, ''),
        'total_files', new.total_files,
        'successful_files', new.successful_files,
        'failed_files', new.failed_files
      )
      from notification n
      left join pipeline p on p.id = n.pipeline_id
      left join api_deployment d on d.id = n.deployment_id
      where n.organization_id = new.organization_id and n.is_active and n.url is not null
        and (n.deployment_id = new.pipeline_id or n.pipeline_id = new.pipeline_id)
        and (not n.notify_on_failures or new.status <> 'COMPLETED' or new.failed_files > 0);
      if found then
        perform pg_notify('recto_event', '{"name":"notification.waiting","payload":{}}');
      end if;
      return null;
    end $$;
    create trigger execution_finished after update of status on execution for each row
      when (new.pipeline_id is not null and old.status in ('PENDING', 'EXECUTING')
        and new.status not in ('PENDING', 'EXECUTING'))
      execute function tell_of_finished_execution();
  `.execute(db)
}
