import { sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { escapeLike } from '../../../platform/db/escape-like.ts'
import type { ExecutionRow } from '../executions.store.ts'
import type { FileExecutionRow } from '../files/file-executions.store.ts'
import { byAge, byDuration, type Direction, type ExecutionFilter } from './execution-walks.reads.ts'

export type ExecutionOrder = 'createdAt' | 'duration'
export type FileExecutionOrder = ExecutionOrder | 'size'

/** One page of a list in the order of one property. */
export type PageRequest<By> = {
  readonly page: number
  readonly pageSize: number
  readonly order: { readonly by: By; readonly direction: Direction }
}
export type Found<Row> = { readonly count: number; readonly rows: readonly Row[] }

export const executionColumns = [
  'id',
  'workflow_id',
  'workflow_name',
  'pipeline_id',
  'pipeline_name',
  'status',
  'is_acknowledged',
  'total_files',
  'successful_files',
  'failed_files',
  'skipped_files',
  'is_listing',
  'step_to',
  'trial_files',
  'method',
  'error_message',
  'tags',
  'started_at',
  'finished_at',
  'created_at',
  'modified_at',
] as const satisfies (keyof Tables['execution'])[]

/** What a list shows of an execution. What it runs is not read. */
export type ListedExecution = Pick<ExecutionRow, (typeof executionColumns)[number]>

/** So many beyond a page are counted. Whoever asks for a later page sees further. */
const countedAhead = 10_000

/**
 * The count is exact up to some thousands beyond the page. Past these it says that there are so many
 * at least, and every page that it promises exists.
 */
export async function pageOfExecutions(
  tenant: Tenant,
  filter: ExecutionFilter,
  request: PageRequest<ExecutionOrder>,
): Promise<Found<ListedExecution>> {
  const { page, pageSize, order } = request
  const limit = page * pageSize + countedAhead
  const [count, ids] = await Promise.all([
    countExecutions(tenant, filter, { limit, direction: order.direction }),
    idsOfPage(tenant, filter, request),
  ])
  if (ids.length === 0) return { count, rows: [] }
  const { db, organizationId } = tenant
  const rows = await db
    .selectFrom('execution')
    .select(executionColumns)
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return { count, rows: ids.flatMap((id) => byId.get(id) ?? []) }
}

/** By age, whatever the order of the page: that index is the smaller one. */
async function countExecutions(
  tenant: Tenant,
  filter: ExecutionFilter,
  { limit, direction }: { readonly limit: number; readonly direction: Direction },
): Promise<number> {
  const keys = byAge(tenant, filter, { direction, limit })
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from (${keys}) as keys limit ${limit}) as counted
  `.execute(tenant.db)
  return rows[0]?.count ?? 0
}

/** Those before the page are skipped within an index; no row of them is read. */
async function idsOfPage(
  tenant: Tenant,
  filter: ExecutionFilter,
  { page, pageSize, order: { by, direction } }: PageRequest<ExecutionOrder>,
): Promise<string[]> {
  const offset = (page - 1) * pageSize
  const walk = by === 'duration' ? byDuration : byAge
  const keys = walk(tenant, filter, { direction, limit: offset + pageSize })
  const turn = sql.raw(direction)
  const { rows } = await sql<{ id: string }>`
    select id from (${keys}) as keys
    order by key ${turn}, id ${turn} limit ${pageSize} offset ${offset}
  `.execute(tenant.db)
  return rows.map(({ id }) => id)
}

export type FileExecutionFilter = {
  readonly executionId: string
  readonly statuses?: readonly ExecutionRow['status'][] | undefined
  readonly name?: string | undefined
}

export const fileColumns = [
  'id',
  'execution_id',
  'file_name',
  'file_path',
  'file_size',
  'mime_type',
  'status',
  'error',
  'started_at',
  'finished_at',
  'created_at',
  'modified_at',
] as const satisfies (keyof Tables['file_execution'])[]

/** What a list shows of a file. Its result is not read. */
export type ListedFile = Pick<FileExecutionRow, (typeof fileColumns)[number]>

const durationOfFile = sql<number>`coalesce(finished_at, now()) - started_at`
const orderColumns = {
  createdAt: 'created_at',
  duration: durationOfFile,
  size: 'file_size',
} as const

/** The files of one execution are few enough to be sorted. */
export async function pageOfFiles(
  { db, organizationId }: Tenant,
  filter: FileExecutionFilter,
  { page, pageSize, order }: PageRequest<FileExecutionOrder>,
): Promise<Found<ListedFile>> {
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
    .select(fileColumns)
    .orderBy(orderColumns[order.by], order.direction)
    // In the order in which they were given.
    .orderBy('position')
    .orderBy('file_name')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { count, rows }
}
