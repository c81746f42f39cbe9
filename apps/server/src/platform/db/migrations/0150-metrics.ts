import { type Kysely, sql } from 'kysely'

/**
 * What is counted for the dashboard, hour by hour. The views say once what counts as what; hours that are over are added up
 * in `metric_hour`, so that a year of them is read as fast as a day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view metric_event (organization_id, at, metric_name, value) as
      select organization_id, finished_at, 'documents_processed', 1::float8
        from file_execution where status = 'COMPLETED' and finished_at is not null
      union all
      select organization_id, finished_at, 'pages_processed', pages::float8
        from file_execution where status = 'COMPLETED' and finished_at is not null and pages is not null
      union all
      select organization_id, finished_at, 'failed_pages', pages::float8
        from file_execution where status = 'ERROR' and finished_at is not null and pages is not null
      union all
      select organization_id, created_at, 'llm_calls', 1::float8 from usage_record where usage_type = 'llm'
      union all
      select organization_id, created_at, 'llm_usage', cost_in_dollars::float8
        from usage_record where usage_type = 'llm' and cost_in_dollars is not null
      union all
      select organization_id, created_at, 'challenges', 1::float8
        from usage_record where llm_usage_reason = 'challenge'
      union all
      select organization_id, created_at, 'summarization_calls', 1::float8
        from usage_record where llm_usage_reason = 'summarize'
      union all
      select organization_id, created_at, 'deployed_api_requests', 1::float8
        from execution where entity = 'API'
      union all
      select organization_id, created_at, 'etl_pipeline_executions', 1::float8
        from execution where entity = 'ETL'
      union all
      select organization_id, created_at, 'prompt_executions', 1::float8
        from studio_run where kind <> 'index'
      union all
      select organization_id, created_at, 'hitl_reviews', 1::float8 from review_item
      union all
      select organization_id, at, 'hitl_completions', 1::float8 from review_event where kind = 'approved';

    create view metric_execution as
      select e.organization_id, e.id, e.entity, e.status, e.created_at,
        coalesce(e.pipeline_id, e.workflow_id) as deployment_id,
        coalesce(e.pipeline_name, e.workflow_name) as deployment_name,
        f.pages, u.tokens, u.cost, u.calls
      from execution e
      cross join lateral (
        select coalesce(sum(pages), 0)::int as pages from file_execution where execution_id = e.id
      ) f
      cross join lateral (
        select coalesce(sum(total_tokens), 0)::float8 as tokens,
          coalesce(sum(cost_in_dollars), 0)::float8 as cost, count(*)::int as calls
        from usage_record where organization_id = e.organization_id and execution_id = e.id
      ) u;

    create view metric_file as
      select f.organization_id, f.id, f.execution_id, e.entity, f.file_name, f.status, e.workflow_name,
        f.created_at, extract(epoch from f.finished_at - f.started_at)::float8 as seconds, u.tokens, u.cost
      from file_execution f
      join execution e on e.id = f.execution_id
      cross join lateral (
        select coalesce(sum(total_tokens), 0)::float8 as tokens,
          coalesce(sum(cost_in_dollars), 0)::float8 as cost
        from usage_record where organization_id = f.organization_id and run_id = f.id::text
      ) u;

    create table metric_hour (
      organization_id integer not null references organization on delete cascade,
      hour timestamptz not null,
      metric_name text not null,
      total float8 not null,
      count integer not null,
      minimum float8 not null,
      maximum float8 not null,
      primary key (organization_id, hour, metric_name)
    );
    create table metric_rollup (
      organization_id integer primary key references organization on delete cascade,
      rolled_until timestamptz not null
    );

    create index file_execution_finished on file_execution (organization_id, finished_at)
      where finished_at is not null;
    create index file_execution_recent on file_execution (organization_id, created_at desc);
    create index studio_run_created on studio_run (organization_id, created_at);
  `.execute(db)
}
