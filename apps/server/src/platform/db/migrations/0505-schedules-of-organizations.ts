import { type Kysely, sql } from 'kysely'

/**
 * Earlier versions kept the schedules that delete old data in tables of DBOS, and saved them only once, when an
 * organization was created. Each organization gets them again here; the first runs are spread over an hour.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into work_schedule (key, kind, organization_id, payload, cron, next_at)
    select job.name || ':' || organization.id, job.kind, organization.id,
      jsonb_build_object('organizationId', organization.id), job.cron,
      date_trunc('second', now() + random() * interval '1 hour')
    from organization cross join (values
      ('purge-executions', 'executions/purge-executions', '43 * * * *'),
      ('purge-model-calls', 'model-calls/purge-model-calls', '13 * * * *'),
      ('purge-texts', 'text-service/purge-texts', '17 3 * * *')
    ) job (name, kind, cron)
    on conflict (key) do nothing
  `.execute(db)
}
