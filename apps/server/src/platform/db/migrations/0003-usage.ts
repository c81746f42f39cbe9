import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table usage_record (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      call_key text not null,
      workflow_id uuid,
      execution_id uuid,
      adapter_id uuid,
      run_id text not null,
      usage_type text not null check (usage_type in ('llm', 'embedding')),
      llm_usage_reason text check (llm_usage_reason in ('extraction', 'challenge', 'summarize')),
      model_name text not null,
      embedding_tokens integer not null default 0,
      prompt_tokens integer not null default 0,
      completion_tokens integer not null default 0,
      total_tokens integer not null default 0,
      cost_in_dollars double precision,
      seconds double precision not null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      constraint usage_record_call_key unique (organization_id, call_key)
    );
    create index usage_record_run on usage_record (organization_id, run_id);
    create index usage_record_execution on usage_record (organization_id, execution_id);
    create index usage_record_created on usage_record (organization_id, created_at);
  `.execute(db)
}
