import { type Kysely, sql } from 'kysely'

/**
 * Lookup tables. A row is stored once for all versions that have it: it says which version brought it and which
 * one replaced it. Names are searched by trigrams; where the extension may not be created, they are searched by
 * their words alone, which stand among the keys.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lookup_table (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      name text not null,
      key_column text not null,
      columns jsonb not null,
      version integer not null default 0,
      row_count integer not null default 0,
      shared_to_org boolean not null default false,
      created_by integer references user_account on delete set null,
      modified_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      constraint lookup_table_name_key unique (organization_id, name)
    );
    create table lookup_table_version (
      organization_id integer not null references organization on delete cascade,
      lookup_table_id uuid not null references lookup_table on delete cascade,
      version integer not null,
      file_name text not null,
      row_count integer not null,
      added integer not null,
      changed integer not null,
      removed integer not null,
      created_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      primary key (lookup_table_id, version)
    );
    create table lookup_row (
      organization_id integer not null references organization on delete cascade,
      lookup_table_id uuid not null references lookup_table on delete cascade,
      row_key text not null,
      from_version integer not null,
      to_version integer,
      cells jsonb not null,
      keys text[] not null,
      name text not null default '',
      postcode text not null default '',
      city text not null default '',
      primary key (lookup_table_id, row_key, from_version)
    );
    create index lookup_row_keys on lookup_row using gin (keys);
    create index lookup_row_replaced on lookup_row (lookup_table_id, to_version) where to_version is not null;
    create table lookup_table_share (
      organization_id integer not null,
      lookup_table_id uuid not null references lookup_table on delete cascade,
      user_id integer not null,
      primary key (lookup_table_id, user_id),
      foreign key (organization_id, user_id) references member (organization_id, user_id)
        on delete cascade
    );
    create table lookup_table_owner (
      organization_id integer not null,
      lookup_table_id uuid not null references lookup_table on delete cascade,
      user_id integer not null,
      primary key (lookup_table_id, user_id),
      foreign key (organization_id, user_id) references member (organization_id, user_id)
        on delete cascade
    );
    create table lookup_table_group_share (
      organization_id integer not null references organization on delete cascade,
      lookup_table_id uuid not null references lookup_table on delete cascade,
      group_id integer not null references member_group on delete cascade,
      primary key (lookup_table_id, group_id)
    );
    do $$
    begin
      create extension if not exists pg_trgm;
      create index lookup_row_name on lookup_row using gin (name gin_trgm_ops);
    exception when others then
      raise notice 'Names of lookup tables are searched by their words alone, because pg_trgm is not available: %', sqlerrm;
    end $$;
  `.execute(db)
}
