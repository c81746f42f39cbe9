import { sql } from 'kysely'
import type { Tenant } from '../../platform/db/database.ts'
import type { ExecutionRow } from './executions.store.ts'
import type { FileExecutionRow } from './file-executions.store.ts'

export type ExecutionOrder = 'createdAt' | 'duration'
export type FileExecutionOrder = ExecutionOrder | 'size'

/** One page of a list in the order of one property. */
export type PageRequest<By> = {
  readonly page: number
  readonly pageSize: number
  readonly order: { readonly by: By; readonly direction: 'asc' | 'desc' }
}
export type Found<Row> = { readonly count: number; readonly rows: readonly Row[] }

export type ExecutionFilter = {
  readonly entity?: ExecutionRow['entity'] | undefined
  readonly statuses?: readonly ExecutionRow['status'][] | undefined
  readonly after?: Date | undefined
  readonly before?: Date | undefined
  /** A pipeline, or an API deployment. */
  readonly pipelineId?: string | undefined
}

const duration = sql<number>`coalesce(finished_at, now()) - started_at`
const columns = { createdAt: 'created_at', duration, size: 'file_size' } as const

export async function pageOfExecutions(
  { db, organizationId }: Tenant,
  filter: ExecutionFilter,
  { page, pageSize, order }: PageRequest<ExecutionOrder>,
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
    .orderBy(columns[order.by], order.direction)
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { count, rows }
}

export type FileExecutionFilter = {
  readonly executionId: string
  readonly statuses?: readonly ExecutionRow['status'][] | undefined
  readonly name?: string | undefined
}

export async function pageOfFiles(
  { db, organizationId }: Tenant,
  filter: FileExecutionFilter,
  { page, pageSize, order }: PageRequest<FileExecutionOrder>,
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
  const rows = await query
    .selectAll()
    .orderBy(columns[order.by], order.direction)
    .orderBy('file_name')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { count, rows }
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`)
}
