import { type Kysely, sql } from 'kysely'

/**
 * What was used of what: by the model, the project and the deployment it was used for. The view says what counts; what is
 * over is added up by day in `metric_used_day`, together with the hours and up to the same moment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table usage_record add column project_id uuid;
    -- Looked at for each file; the plan itself is large.
    alter table execution_plan
      add column project text generated always as (nullif(plan #>> '{tool,projectId}', '')) stored;

    -- Whoever has no deployment is the studio; what has no model are files.
    create view metric_used (organization_id, at, model, project, deployment_id, calls, unpriced_calls,
        tokens, dollars, pages, files_completed, files_failed, files_stopped) as
      select u.organization_id, u.created_at, u.model_name, coalesce(u.project_id::text, p.project),
        coalesce(e.pipeline_id, e.workflow_id, u.workflow_id), 1, (u.cost_in_dollars is null)::int, u.total_tokens,
        coalesce(u.cost_in_dollars::numeric, 0), 0, 0, 0, 0
      from usage_record u
      left join execution e on e.id = u.execution_id
      left join execution_plan p on p.organization_id = e.organization_id and p.plan_hash = e.plan_hash
      union all
      select f.organization_id, f.finished_at, null, p.project, coalesce(e.pipeline_id, e.workflow_id), 0, 0, 0, 0,
        case when f.status = 'COMPLETED' then coalesce(f.pages, 0) else 0 end, (f.status = 'COMPLETED')::int,
        (f.status = 'ERROR')::int, (f.status = 'STOPPED')::int
      from file_execution f
      join execution e on e.id = f.execution_id
      left join execution_plan p on p.organization_id = e.organization_id and p.plan_hash = e.plan_hash
      where f.finished_at is not null;

    create table metric_used_day (
      organization_id integer not null references organization on delete cascade,
      day date not null,
      model text,
      project text,
      deployment_id uuid,
      calls bigint not null,
      unpriced_calls bigint not null,
      tokens bigint not null,
      dollars numeric not null,
      pages bigint not null,
      files_completed bigint not null,
      files_failed bigint not null,
      files_stopped bigint not null,
      constraint metric_used_day_key
        unique nulls not distinct (organization_id, day, model, project, deployment_id)
    );
    insert into metric_used_day
      select u.organization_id, (at at time zone 'UTC')::date, model, project, deployment_id, sum(calls),
        sum(unpriced_calls), sum(tokens), sum(dollars), sum(pages), sum(files_completed), sum(files_failed),
        sum(files_stopped)
      from metric_used u
      join metric_rollup r on r.organization_id = u.organization_id and u.at < r.rolled_until
      group by 1, 2, 3, 4, 5;
  `.execute(db)
}
