import { type Kysely, sql } from 'kysely'

/**
 * Usage says what calls were made of and what was saved: kinds of tokens, money saved by caches of services and by single
 * passes, and answers that took no call. The view says what counts; what is over is added up by day, as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table usage_record
      add column reasoning_tokens integer not null default 0,
      add column questions integer not null default 1,
      add column saved_by_cache double precision not null default 0,
      add column saved_by_single_pass double precision not null default 0;

    create table answer_without_call (
      organization_id integer not null references organization on delete cascade,
      answers_key text not null,
      created_at timestamptz not null default now(),
      kind text not null check (kind in ('embedded_data', 'layout', 'built_in_extractor')),
      answers integer not null check (answers > 0),
      run_id text not null,
      workflow_id uuid,
      execution_id uuid,
      project_id uuid,
      primary key (organization_id, answers_key)
    );
    create index answer_without_call_created on answer_without_call (organization_id, created_at);

    alter table metric_used_day
      add column input_tokens bigint not null default 0,
      add column cached_tokens bigint not null default 0,
      add column output_tokens bigint not null default 0,
      add column reasoning_tokens bigint not null default 0,
      add column saved_by_cache numeric not null default 0,
      add column saved_by_single_pass numeric not null default 0,
      add column paid_questions bigint not null default 0,
      add column paid_dollars numeric not null default 0,
      add column embedded_answers bigint not null default 0,
      add column layout_answers bigint not null default 0,
      add column built_in_answers bigint not null default 0;

    create or replace view metric_used (organization_id, at, model, project, deployment_id, calls, unpriced_calls,
        tokens, dollars, pages, files_completed, files_failed, files_stopped, input_tokens, cached_tokens,
        output_tokens, reasoning_tokens, saved_by_cache, saved_by_single_pass, paid_questions,
        paid_dollars, embedded_answers, layout_answers, built_in_answers) as
      select u.organization_id, u.created_at, u.model_name, coalesce(u.project_id::text, p.project),
        coalesce(e.pipeline_id, e.workflow_id, u.workflow_id), 1, (u.cost_in_dollars is null)::int, u.total_tokens,
        coalesce(u.cost_in_dollars::numeric, 0), 0, 0, 0, 0, u.prompt_tokens + u.embedding_tokens, u.cached_tokens,
        u.completion_tokens, u.reasoning_tokens, u.saved_by_cache::numeric, u.saved_by_single_pass::numeric,
        case when u.llm_usage_reason = 'extraction' and u.cost_in_dollars is not null then u.questions else 0 end,
        case when u.llm_usage_reason = 'extraction' then coalesce(u.cost_in_dollars::numeric, 0) else 0 end, 0, 0, 0
      from usage_record u
      left join execution e on e.id = u.execution_id
      left join execution_plan p on p.organization_id = e.organization_id and p.plan_hash = e.plan_hash
      union all
      select f.organization_id, f.finished_at, null, p.project, coalesce(e.pipeline_id, e.workflow_id), 0, 0, 0, 0,
        case when f.status = 'COMPLETED' then coalesce(f.pages, 0) else 0 end, (f.status = 'COMPLETED')::int,
        (f.status = 'ERROR')::int, (f.status = 'STOPPED')::int, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
      from file_execution f
      join execution e on e.id = f.execution_id
      left join execution_plan p on p.organization_id = e.organization_id and p.plan_hash = e.plan_hash
      where f.finished_at is not null
      union all
      select a.organization_id, a.created_at, null, coalesce(a.project_id::text, p.project),
        coalesce(e.pipeline_id, e.workflow_id, a.workflow_id), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        case when a.kind = 'embedded_data' then a.answers else 0 end,
        case when a.kind = 'layout' then a.answers else 0 end,
        case when a.kind = 'built_in_extractor' then a.answers else 0 end
      from answer_without_call a
      left join execution e on e.id = a.execution_id
      left join execution_plan p on p.organization_id = e.organization_id and p.plan_hash = e.plan_hash;

    -- Days that were added up before get what is still known of their calls.
    update metric_used_day d
    set input_tokens = s.input_tokens, cached_tokens = s.cached_tokens, output_tokens = s.output_tokens,
      paid_questions = s.paid_questions, paid_dollars = s.paid_dollars
    from (
      select u.organization_id, (u.at at time zone 'UTC')::date as day, u.model, u.project, u.deployment_id,
        sum(u.input_tokens) as input_tokens, sum(u.cached_tokens) as cached_tokens,
        sum(u.output_tokens) as output_tokens, sum(u.paid_questions) as paid_questions,
        sum(u.paid_dollars) as paid_dollars
      from metric_used u
      join metric_rollup r on r.organization_id = u.organization_id and u.at < r.rolled_until
      where u.model is not null
      group by 1, 2, 3, 4, 5
    ) s
    where d.organization_id = s.organization_id and d.day = s.day and d.model = s.model
      and d.project is not distinct from s.project and d.deployment_id is not distinct from s.deployment_id;
  `.execute(db)
}
