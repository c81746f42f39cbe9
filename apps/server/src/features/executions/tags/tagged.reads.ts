import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import type { Viewer } from '../../../platform/db/visible-rows.ts'
import {
  executionColumns,
  fileColumns,
  type ListedExecution,
  type ListedFile,
  type ResultPage,
} from '../lists/executions.reads.ts'
import { whereExecutionVisible } from '../visible-executions.reads.ts'

type TagFilter = {
  readonly name: string
  /** The person who asks; others' closed runs are left out. */
  readonly viewer: Viewer
}
type TaggedRequest = TagFilter & { readonly page: number; readonly pageSize: number }

/** Finds a page of the executions with a tag, newest first. */
export async function findTaggedExecutionPage(
  tenant: Tenant,
  { page, pageSize, ...filter }: TaggedRequest,
): Promise<ResultPage<ListedExecution>> {
  const executions = selectTagged(tenant, filter)
  const [{ count }, rows] = await Promise.all([
    executions.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow(),
    executions
      .select(executionColumns)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
  ])
  return { count, rows }
}

/** Finds a page of the files of executions with a tag, newest first. */
export async function findTaggedFilePage(
  tenant: Tenant,
  { page, pageSize, ...filter }: TaggedRequest,
): Promise<ResultPage<ListedFile>> {
  const files = tenant.db
    .selectFrom('file_execution')
    .where('organization_id', '=', tenant.organizationId)
    .where('execution_id', 'in', selectTagged(tenant, filter).select('id'))
  const [{ count }, rows] = await Promise.all([
    files.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow(),
    files
      .select(fileColumns)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
  ])
  return { count, rows }
}

function selectTagged(
  { db, organizationId }: Tenant,
  { name, viewer }: TagFilter,
): SelectQueryBuilder<Tables, 'execution', object> {
  return db
    .selectFrom('execution')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`tags @> array[${name}]::text[] and tags <> '{}'`)
    .where(whereExecutionVisible({ organizationId }, viewer))
}

/** Maximum number of the newest executions that are searched. */
const maxTagged = 10_000

export async function findTaggedExecutionIds(tenant: Tenant, filter: TagFilter): Promise<string[]> {
  const rows = await selectTagged(tenant, filter)
    .select('id')
    .orderBy('created_at', 'desc')
    .limit(maxTagged)
    .execute()
  return rows.map(({ id }) => id)
}
