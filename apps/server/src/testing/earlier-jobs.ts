import type { Pool } from 'pg'

/** Creates the tables in which versions that used DBOS kept their jobs, with the columns that matter. */
export async function createEarlierTables(pool: Pool): Promise<void> {
  await pool.query(`
    create schema dbos;
    create table dbos.workflow_status (
      workflow_uuid text primary key, status text, name text, executor_id text,
      created_at bigint not null default extract(epoch from now()) * 1000,
      queue_name text, queue_partition_key text
    );
    create table dbos.workflow_input (workflow_uuid text primary key, inputs text);
    create table dbos.workflow_schedules (schedule_id text primary key, schedule text);`)
}

type EarlierJob = {
  readonly key: string
  readonly name: string
  readonly status: string
  readonly executor?: string
  readonly organizationId: number
  readonly payload: unknown
}

export async function insertEarlierJob(
  pool: Pool,
  { key, name, status, executor = '', organizationId, payload }: EarlierJob,
): Promise<void> {
  await pool.query(
    `insert into dbos.workflow_status
       (workflow_uuid, status, name, executor_id, queue_name, queue_partition_key)
     values ($1, $2, $3, $4, 'jobs', $5)`,
    [key, status, name, executor, String(organizationId)],
  )
  const inputs = JSON.stringify({ json: [payload], __dbos_serializer: 'superjson' })
  await pool.query('insert into dbos.workflow_input values ($1, $2)', [key, inputs])
}
