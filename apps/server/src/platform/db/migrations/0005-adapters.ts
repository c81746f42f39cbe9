import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table adapter (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      provider_id text not null,
      kind text not null check (kind in ('llm', 'embedding', 'vector-db', 'text-extractor', 'ocr')),
      name text not null,
      description text,
      settings text not null,
      model text,
      context_window integer not null default 0,
      shared_to_org boolean not null default false,
      is_friction_less boolean not null default false,
      is_active boolean not null default false,
      is_usable boolean not null default true,
      created_by integer references user_account on delete set null,
      modified_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      constraint adapter_name_key unique (organization_id, kind, name)
    );
    create table adapter_share (
      organization_id integer not null references organization on delete cascade,
      adapter_id uuid not null references adapter on delete cascade,
      user_id integer not null references user_account on delete cascade,
      primary key (adapter_id, user_id)
    );
    create table default_triad (
      id integer generated always as identity primary key,
      organization_id integer not null references organization on delete cascade,
      member_id integer not null constraint default_triad_member_key unique
        references member on delete cascade,
      llm_id uuid references adapter on delete restrict,
      embedding_id uuid references adapter on delete restrict,
      vector_db_id uuid references adapter on delete restrict,
      text_extractor_id uuid references adapter on delete restrict,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now()
    );
    create table model_call (
      organization_id integer not null references organization on delete cascade,
      call_key text not null,
      adapter_id uuid not null,
      model text not null,
      request jsonb not null,
      reply jsonb not null,
      input_tokens integer not null,
      output_tokens integer not null,
      cost_in_dollars double precision,
      seconds double precision not null,
      created_at timestamptz not null default now(),
      primary key (organization_id, call_key)
    );
    create table vector_item (
      organization_id integer not null references organization on delete cascade,
      collection text not null,
      id text not null,
      text text not null,
      vector real[] not null,
      primary key (organization_id, collection, id)
    );
  `.execute(db)
}
