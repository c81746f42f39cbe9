import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import {
  executionColumns,
  fileColumns,
  type ListedExecution,
  type ListedFile,
  type ResultPage,
} from '../lists/executions.reads.ts'

type TaggedRequest = { readonly name: string; readonly page: number; readonly pageSize: number }

/** Finds a page of the executions with a tag, newest first. */
export async function findTaggedExecutionPage(
  tenant: Tenant,
  { name, page, pageSize }: TaggedRequest,
): Promise<ResultPage<ListedExecution>> {
  const executions = selectTagged(tenant, name)
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
  { name, page, pageSize }: TaggedRequest,
): Promise<ResultPage<ListedFile>> {
  const files = tenant.db
    .selectFrom('file_execution')
    .where('organization_id', '=', tenant.organizationId)
    .where('execution_id', 'in', selectTagged(tenant, name).select('id'))
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
  name: string,
): SelectQueryBuilder<Tables, 'execution', object> {
  return db
    .selectFrom('execution')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`tags @> array[${name}]::text[] and tags <> '{}'`)
}

/** Maximum number of the newest executions that are searched. */
const maxTagged = 10_000

export async function findTaggedExecutionIds(tenant: Tenant, name: string): Promise<string[]> {
  const rows = await selectTagged(tenant, name)
    .select('id')
    .orderBy('created_at', 'desc')
    .limit(maxTagged)
    .execute()
  return rows.map(({ id }) => id)
}
