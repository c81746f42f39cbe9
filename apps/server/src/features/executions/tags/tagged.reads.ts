import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import {
  executionColumns,
  type Found,
  fileColumns,
  type ListedExecution,
  type ListedFile,
} from '../lists/executions.reads.ts'

type Tagged = { readonly name: string; readonly page: number; readonly pageSize: number }

/** Newest first. */
export async function pageOfTagged(
  tenant: Tenant,
  { name, page, pageSize }: Tagged,
): Promise<Found<ListedExecution>> {
  const all = tagged(tenant, name)
  const [{ count }, rows] = await Promise.all([
    all.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow(),
    all
      .select(executionColumns)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
  ])
  return { count, rows }
}

/** Of their executions, newest first. */
export async function pageOfTaggedFiles(
  tenant: Tenant,
  { name, page, pageSize }: Tagged,
): Promise<Found<ListedFile>> {
  const all = tenant.db
    .selectFrom('file_execution')
    .where('organization_id', '=', tenant.organizationId)
    .where('execution_id', 'in', tagged(tenant, name).select('id'))
  const [{ count }, rows] = await Promise.all([
    all.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow(),
    all
      .select(fileColumns)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
  ])
  return { count, rows }
}

function tagged(
  { db, organizationId }: Tenant,
  name: string,
): SelectQueryBuilder<Tables, 'execution', object> {
  return db
    .selectFrom('execution')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`tags @> array[${name}]::text[] and tags <> '{}'`)
}

/** So many of the newest are looked through. */
const maxTagged = 10_000

export async function idsOfTagged(tenant: Tenant, name: string): Promise<string[]> {
  const rows = await tagged(tenant, name)
    .select('id')
    .orderBy('created_at', 'desc')
    .limit(maxTagged)
    .execute()
  return rows.map(({ id }) => id)
}
