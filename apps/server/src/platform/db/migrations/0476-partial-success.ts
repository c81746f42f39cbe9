import { type Kysely, sql } from 'kysely'

/** A run of a pipeline in which files failed is announced as a partial success. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function tell_of_finished_execution() returns trigger language plpgsql as $$
    begin
      insert into notification_delivery (organization_id, notification_id, execution_id, payload)
      select n.organization_id, n.id, new.id, jsonb_build_object(
        'type', coalesce(p.pipeline_type, 'API'),
        'pipeline_id', new.pipeline_id,
        'pipeline_name', coalesce(p.name, d.api_name),
        'status', case
          when p.id is null then new.status
          when new.status <> 'COMPLETED' then 'FAILURE'
          when new.failed_files > 0 then 'PARTIAL_SUCCESS' else 'SUCCESS' end,
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
  `.execute(db)
}
