import { sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { escapeLike } from '../../../platform/db/sql-text.ts'
import type { ExecutionRow } from '../executions.store.ts'
import type { FileExecutionRow } from '../files/file-executions.store.ts'
import {
  type Direction,
  type ExecutionFilter,
  selectByAge,
  selectByDuration,
} from './ordered-executions.reads.ts'

export type ExecutionOrder = 'createdAt' | 'duration'
export type FileExecutionOrder = ExecutionOrder | 'size'

/** A page of a list sorted by one property. */
export type PageRequest<Property> = {
  readonly page: number
  readonly pageSize: number
  readonly order: { readonly by: Property; readonly direction: Direction }
}
export type ResultPage<Row> = { readonly count: number; readonly rows: readonly Row[] }

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
  'in_review_files',
  'paused_at',
  'paused_seconds',
  'skipped_files',
  'reused_files',
  'is_listing',
  'step_to',
  'trial_files',
  'is_preview',
  'method',
  'error_message',
  'tags',
  'started_at',
  'finished_at',
  'created_at',
  'modified_at',
] as const satisfies (keyof Tables['execution'])[]

/** The columns of an execution that lists show; its plan is not loaded. */
export type ListedExecution = Pick<ExecutionRow, (typeof executionColumns)[number]>

/** Number of executions beyond the page that are counted. */
const countedAhead = 10_000

/**
 * Finds a page of executions. The count is exact up to 10,000 executions beyond the page; past that
 * it is a minimum, and every page that it implies exists.
 */
export async function findExecutionPage(
  tenant: Tenant,
  filter: ExecutionFilter,
  request: PageRequest<ExecutionOrder>,
): Promise<ResultPage<ListedExecution>> {
  const { page, pageSize, order } = request
  const limit = page * pageSize + countedAhead
  const [count, ids] = await Promise.all([
    countExecutions(tenant, filter, { limit, direction: order.direction }),
    findPageIds(tenant, filter, request),
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

/** Counts in the order of age, whatever the order of the page, because that index is smaller. */
async function countExecutions(
  tenant: Tenant,
  filter: ExecutionFilter,
  { limit, direction }: { readonly limit: number; readonly direction: Direction },
): Promise<number> {
  const keys = selectByAge(tenant, filter, { direction, limit })
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from (${keys}) as keys limit ${limit}) as counted
  `.execute(tenant.db)
  return rows[0]?.count ?? 0
}

/** The rows before the page are skipped within an index without being read. */
async function findPageIds(
  tenant: Tenant,
  filter: ExecutionFilter,
  { page, pageSize, order: { by: property, direction } }: PageRequest<ExecutionOrder>,
): Promise<string[]> {
  const offset = (page - 1) * pageSize
  const walk = property === 'duration' ? selectByDuration : selectByAge
  const keys = walk(tenant, filter, { direction, limit: offset + pageSize })
  const sortDirection = sql.raw(direction)
  const { rows } = await sql<{ id: string }>`
    select id from (${keys}) as keys
    order by key ${sortDirection}, id ${sortDirection} limit ${pageSize} offset ${offset}
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
  'other_names',
  'file_path',
  'source_metadata',
  'file_size',
  'mime_type',
  'status',
  'error',
  'retry_note',
  'is_in_review',
  'paused_at',
  'paused_seconds',
  'started_at',
  'finished_at',
  'created_at',
  'modified_at',
] as const satisfies (keyof Tables['file_execution'])[]

/** The columns of a file that lists show; its result is not loaded. */
export type ListedFile = Pick<FileExecutionRow, (typeof fileColumns)[number]>

const durationOfFile = sql<number>`
  coalesce(finished_at, paused_at, now()) - started_at - make_interval(secs => paused_seconds)`
const orderColumns = {
  createdAt: 'created_at',
  duration: durationOfFile,
  size: 'file_size',
} as const

/** Finds a page of the files of one execution, which are few enough to sort. */
export async function findFilePage(
  { db, organizationId }: Tenant,
  filter: FileExecutionFilter,
  { page, pageSize, order }: PageRequest<FileExecutionOrder>,
): Promise<ResultPage<ListedFile>> {
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
    // Files follow the order of the request.
    .orderBy('position')
    .orderBy('file_name')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { count, rows }
}

type ReadPageCount = { readonly pages: number; readonly files: number }

/** Counts the pages that were read and the files they belong to. */
export async function countReadPages(
  { db, organizationId }: Tenant,
  executionId: string,
): Promise<ReadPageCount> {
  return db
    .selectFrom('file_execution')
    .select([
      sql<number>`coalesce(sum(pages), 0)`.as('pages'),
      sql<number>`count(pages)`.as('files'),
    ])
    .where('organization_id', '=', organizationId)
    .where('execution_id', '=', executionId)
    .executeTakeFirstOrThrow()
}
