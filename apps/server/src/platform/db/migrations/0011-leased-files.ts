import { type Kysely, sql } from 'kysely'

/**
 * A file's row is its job: a worker claims it by writing its id into it. A plan is kept once for each
 * version; executions of before keep theirs in their rows. What executions are planned from has a
 * version for each organization, so that a process can keep what it made of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table execution_plan (
      organization_id integer not null references organization on delete cascade,
      plan_hash text not null,
      plan jsonb not null,
      created_at timestamptz not null default now(),
      primary key (organization_id, plan_hash)
    );
    alter table execution alter column plan drop not null;

    alter table file_execution
      add column worker_id text,
      add column deaths integer not null default 0;
    create index file_execution_waiting on file_execution (organization_id, created_at, id)
      where worker_id is null and status in ('PENDING', 'EXECUTING');
    create index file_execution_held on file_execution (worker_id)
      where worker_id is not null and status in ('PENDING', 'EXECUTING');

    create table file_step (
      organization_id integer not null references organization on delete cascade,
      file_execution_id uuid not null references file_execution on delete cascade,
      name text not null,
      result jsonb not null,
      primary key (file_execution_id, name)
    );

    -- No foreign key: the last change of an organization is that its rows go with it.
    create table configuration_version (
      organization_id integer primary key,
      version bigint not null default 1
    );
    create function raise_configuration_version() returns trigger language plpgsql as $$
    begin
      insert into configuration_version (organization_id)
      values (coalesce(new.organization_id, old.organization_id))
      on conflict (organization_id)
      do update set version = configuration_version.version + 1;
      return null;
    end $$;
    create trigger configuration_changed after insert or update or delete on workflow
      for each row execute function raise_configuration_version();
    create trigger configuration_changed after insert or update or delete on workflow_endpoint
      for each row execute function raise_configuration_version();
    create trigger configuration_changed after insert or update or delete on tool_instance
      for each row execute function raise_configuration_version();
    create trigger configuration_changed after insert or update or delete on tool
      for each row execute function raise_configuration_version();
    create trigger configuration_changed after insert or update or delete on adapter
      for each row execute function raise_configuration_version();
  `.execute(db)
}
