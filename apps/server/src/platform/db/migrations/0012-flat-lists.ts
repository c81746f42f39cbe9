import { type Kysely, sql } from 'kysely'

/**
 * Lists of executions and the forgetting of documents cost the same however many executions there are.
 * An index holds the executions of one entity and status in the order of a list; a list of several is
 * merged from them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await indexExecutions(db)
  await indexFiles(db)
  await orderIds(db)
}

async function indexExecutions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index execution_listed on execution
      (organization_id, entity, status, created_at, id);
    -- The last columns are those of the expression and of a filter, so that the index is enough.
    create index execution_timed on execution
      (organization_id, entity, status, (finished_at - started_at), id)
      include (started_at, finished_at, created_at)
      where finished_at is not null;
    create index execution_unfinished on execution (organization_id, started_at)
      where finished_at is null;
    drop index execution_pipeline;
    create index execution_pipeline on execution (organization_id, pipeline_id, created_at, id)
      where pipeline_id is not null;
    drop index execution_created;
    drop index execution_workflow;
    -- An index alone serves what no vacuum is behind with.
    alter table execution set (
      autovacuum_vacuum_scale_factor = 0.02,
      autovacuum_vacuum_insert_scale_factor = 0.02,
      autovacuum_analyze_scale_factor = 0.05
    );
  `.execute(db)
}

/** Every row that refers to a document, so that whether one does is seen without reading the table. */
async function indexFiles(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index file_execution_content on file_execution
      (organization_id, file_hash, finished_at);
    drop index file_execution_history;
    alter table file_execution set (
      autovacuum_vacuum_scale_factor = 0.02,
      autovacuum_analyze_scale_factor = 0.05
    );
  `.execute(db)
}

/** Ids that begin with the time go to the end of their index, where the page is at hand already. */
async function orderIds(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$ begin
      -- PostgreSQL 18 and newer.
      if to_regprocedure('pg_catalog.uuidv7()') is not null then
        alter table execution alter column id set default uuidv7();
        alter table usage_record alter column id set default uuidv7();
      end if;
    end $$;
  `.execute(db)
}
