import pg from 'pg'
import { makeFlow } from '../../../testing/make-pipeline.ts'
import type { Person } from '../../../testing/people.ts'
import type { OrderSource } from './order-source.ts'
import type { OrderTable } from './order-tables.ts'

type OrderPipelinesOptions = {
  readonly toolId: string
  readonly source: OrderSource
  readonly tables: readonly OrderTable[]
}

/** A pipeline for each table. Their timetable says midnight of the first of January. Returns their ids. */
export async function makeOrderPipelines(
  admin: Person,
  { toolId, source, tables }: OrderPipelinesOptions,
): Promise<readonly string[]> {
  const sourceId = await source.connect(admin)
  const ids: string[] = []
  for (const { name, table, connect } of tables) {
    const workflow = await makeFlow(admin, `Orders to ${name}`, {
      toolId,
      source: {
        connection_type: 'FILESYSTEM',
        connector_instance: sourceId,
        configuration: { folders: [source.folder], maxFiles: 100_000 },
      },
      destination: {
        connection_type: 'DATABASE',
        connector_instance: await connect(admin),
        configuration: {
          table,
          columnMode: 'Write each field to a column',
          includeAgent: true,
          includeTimestamp: true,
        },
      },
    })
    const { status, body } = await admin.post('pipeline/', {
      pipeline_name: `To ${name}`,
      workflow,
      pipeline_type: 'ETL',
      cron_string: '0 0 1 1 *',
    })
    if (status !== 201) throw new Error(`There is no pipeline: ${JSON.stringify(body)}`)
    ids.push(body.id)
  }
  return ids
}

/** The schedulers find them due when they look next. */
export async function makeDue(databaseUrl: string, ids: readonly string[]): Promise<void> {
  await onDatabase(databaseUrl, (client) =>
    client.query('update pipeline set next_run_at = now() where id = any($1)', [ids]),
  )
}

export type PipelineRun = {
  readonly id: string
  readonly status: string
  readonly total: number
  readonly successful: number
  readonly failed: number
  readonly seconds: number | undefined
}

/** Every run of theirs so far. */
export async function runsOf(
  databaseUrl: string,
  ids: readonly string[],
): Promise<readonly PipelineRun[]> {
  const { rows } = await onDatabase(databaseUrl, (client) =>
    client.query(
      `select id, status, total_files as total, successful_files as successful,
         failed_files as failed, extract(epoch from finished_at - started_at)::float as seconds
       from execution where pipeline_id = any($1) order by created_at`,
      [ids],
    ),
  )
  return rows
}

async function onDatabase<T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  // What a kill ends is told by the query that it ends.
  client.on('error', () => {})
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end().catch(() => {})
  }
}
