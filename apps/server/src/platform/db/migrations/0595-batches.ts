import { type Kysely, sql } from 'kysely'

/**
 * Pipelines whose calls may wait: calls are stored, sent in batches at a lower price, and their replies are stored like those
 * of other calls. Usage says what that has saved.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table pipeline add column uses_batches boolean not null default false;
    alter table execution add column batch_deadline timestamptz;
    alter table file_execution add column waits_for_batch boolean not null default false;
    create index file_execution_waiting_for_batch on file_execution (organization_id) where waits_for_batch;

    create table model_batch (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      adapter_id uuid not null,
      adapter_key text not null,
      answered integer not null default 0,
      deadline timestamptz not null,
      send_started_at timestamptz,
      searches integer not null default 0,
      service_id text,
      other_ids text[] not null default '{}',
      polls integer not null default 0,
      cancelled_at timestamptz,
      ended_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index model_batch_age on model_batch (organization_id, created_at);

    create table batch_call (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      call_key text not null,
      run_id text not null,
      execution_id uuid,
      adapter_id uuid not null,
      adapter_key text not null,
      batch_id uuid references model_batch on delete cascade,
      position integer,
      state text not null check (state in ('waiting', 'answered', 'single')),
      reason text,
      -- The order of keys matters to models, which jsonb does not keep.
      body text,
      bytes integer not null,
      call json,
      deadline timestamptz not null,
      created_at timestamptz not null default now(),
      constraint batch_call_key unique (organization_id, call_key)
    );
    create index batch_call_gathering on batch_call (organization_id, adapter_id, created_at)
      where state = 'waiting' and batch_id is null;
    create index batch_call_of_batch on batch_call (batch_id, position);
    create index batch_call_of_run on batch_call (organization_id, run_id) where state = 'waiting';
    create index batch_call_of_execution on batch_call (organization_id, execution_id);
    create index batch_call_age on batch_call (organization_id, created_at);

    alter table usage_record add column saved_by_batch double precision not null default 0;
    alter table metric_used_day add column saved_by_batch numeric not null default 0;

    create or replace view metric_used (organization_id, at, model, project, deployment_id, calls, unpriced_calls,
        tokens, dollars, pages, files_completed, files_failed, files_stopped, input_tokens, cached_tokens,
        output_tokens, reasoning_tokens, saved_by_cache, saved_by_single_pass, paid_questions,
        paid_dollars, embedded_answers, layout_answers, built_in_answers, saved_by_batch) as
      select u.organization_id, u.created_at, u.model_name, coalesce(u.project_id::text, p.project),
        coalesce(e.pipeline_id, e.workflow_id, u.workflow_id), 1, (u.cost_in_dollars is null)::int, u.total_tokens,
        coalesce(u.cost_in_dollars::numeric, 0), 0, 0, 0, 0, u.prompt_tokens + u.embedding_tokens, u.cached_tokens,
        u.completion_tokens, u.reasoning_tokens, u.saved_by_cache::numeric, u.saved_by_single_pass::numeric,
        case when u.llm_usage_reason = 'extraction' and u.cost_in_dollars is not null then u.questions else 0 end,
        case when u.llm_usage_reason = 'extraction' then coalesce(u.cost_in_dollars::numeric, 0) else 0 end, 0, 0, 0,
        u.saved_by_batch::numeric
      from usage_record u
      left join execution e on e.id = u.execution_id
      left join execution_plan p on p.organization_id = e.organization_id and p.plan_hash = e.plan_hash
      union all
      select f.organization_id, f.finished_at, null, p.project, coalesce(e.pipeline_id, e.workflow_id), 0, 0, 0, 0,
        case when f.status = 'COMPLETED' then coalesce(f.pages, 0) else 0 end, (f.status = 'COMPLETED')::int,
        (f.status = 'ERROR')::int, (f.status = 'STOPPED')::int, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
      from file_execution f
      join execution e on e.id = f.execution_id
      left join execution_plan p on p.organization_id = e.organization_id and p.plan_hash = e.plan_hash
      where f.finished_at is not null
      union all
      select a.organization_id, a.created_at, null, coalesce(a.project_id::text, p.project),
        coalesce(e.pipeline_id, e.workflow_id, a.workflow_id), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        case when a.kind = 'embedded_data' then a.answers else 0 end,
        case when a.kind = 'layout' then a.answers else 0 end,
        case when a.kind = 'built_in_extractor' then a.answers else 0 end, 0
      from answer_without_call a
      left join execution e on e.id = a.execution_id
      left join execution_plan p on p.organization_id = e.organization_id and p.plan_hash = e.plan_hash;
  `.execute(db)
}
