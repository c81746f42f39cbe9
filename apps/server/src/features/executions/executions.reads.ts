import { sql } from 'kysely'
import type { Tenant } from '../../platform/db/database.ts'
import type { ExecutionStatus } from '../../platform/db/tables/executions.ts'
import type { ExecutionRow } from './executions.store.ts'
import type { FileExecutionRow } from './file-executions.store.ts'

export type Window = { readonly page: number; readonly pageSize: number }
export type Found<Row> = { readonly count: number; readonly rows: readonly Row[] }

type ExecutionFilter = {
  readonly entity?: ExecutionRow['entity'] | undefined
  readonly statuses?: readonly ExecutionStatus[] | undefined
  readonly after?: Date | undefined
  readonly before?: Date | undefined
  readonly pipelineId?: string | undefined
}

/** A leading `-` turns the order round. */
function direction(ordering: string): 'asc' | 'desc' {
  return ordering.startsWith('-') ? 'desc' : 'asc'
}

const seconds = sql<number>`coalesce(finished_at, now()) - started_at`

export async function pageOfExecutions(
  { db, organizationId }: Tenant,
  filter: ExecutionFilter,
  { page, pageSize, ordering }: Window & { readonly ordering: string },
): Promise<Found<ExecutionRow>> {
  let query = db.selectFrom('execution').where('organization_id', '=', organizationId)
  if (filter.entity) query = query.where('entity', '=', filter.entity)
  if (filter.statuses) query = query.where('status', 'in', filter.statuses)
  if (filter.after) query = query.where('created_at', '>=', filter.after)
  if (filter.before) query = query.where('created_at', '<=', filter.before)
  if (filter.pipelineId) query = query.where('pipeline_id', '=', filter.pipelineId)

  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await query
    .selectAll()
    .orderBy(ordering.endsWith('execution_time') ? seconds : 'created_at', direction(ordering))
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { count, rows }
}

type FileFilter = {
  readonly executionId: string
  readonly statuses?: readonly ExecutionStatus[] | undefined
  readonly name?: string | undefined
}

export async function pageOfFiles(
  { db, organizationId }: Tenant,
  filter: FileFilter,
  { page, pageSize, ordering }: Window & { readonly ordering: string },
): Promise<Found<FileExecutionRow>> {
  let query = db
    .selectFrom('file_execution')
    .where('organization_id', '=', organizationId)
    .where('execution_id', '=', filter.executionId)
  if (filter.statuses) query = query.where('status', 'in', filter.statuses)
  if (filter.name) query = query.where('file_name', 'ilike', `%${escapeLike(filter.name)}%`)

  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const column = ordering.replace('-', '')
  const rows = await query
    .selectAll()
    .orderBy(
      column === 'execution_time' ? seconds : (column as 'created_at' | 'file_size'),
      direction(ordering),
    )
    .orderBy('file_name')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { count, rows }
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`)
}
