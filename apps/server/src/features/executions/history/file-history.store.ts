import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { escapeLike } from '../../../platform/db/escape-like.ts'

export type FileHistoryRow = Selectable<Tables['file_history']>

export type HistoryFilter = {
  readonly workflowId: string
  readonly ids?: readonly string[] | undefined
  readonly statuses?: readonly FileHistoryRow['status'][] | undefined
  readonly countMin?: number | undefined
  readonly countMax?: number | undefined
  /** A part of the path. */
  readonly path?: string | undefined
}

function narrowed(
  { organizationId }: Pick<Tenant, 'organizationId'>,
  { workflowId, ids, statuses, countMin, countMax, path }: HistoryFilter,
) {
  const conditions = [
    sql<boolean>`organization_id = ${organizationId} and workflow_id = ${workflowId}`,
    ...(ids ? [sql<boolean>`id = any(${[...ids]}::uuid[])`] : []),
    ...(statuses ? [sql<boolean>`status = any(${[...statuses]}::text[])`] : []),
    ...(countMin === undefined ? [] : [sql<boolean>`execution_count >= ${countMin}`]),
    ...(countMax === undefined ? [] : [sql<boolean>`execution_count <= ${countMax}`]),
    ...(path ? [sql<boolean>`file_path ilike ${`%${escapeLike(path)}%`}`] : []),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

type Page = { readonly page: number; readonly pageSize: number }

/** The last ones first. */
export async function pageOfHistory(
  tenant: Tenant,
  filter: HistoryFilter,
  { page, pageSize }: Page,
): Promise<{ readonly count: number; readonly rows: FileHistoryRow[] }> {
  const query: SelectQueryBuilder<Tables, 'file_history', object> = tenant.db
    .selectFrom('file_history')
    .where('organization_id', '=', tenant.organizationId)
    .where(narrowed(tenant, filter))
  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await query
    .selectAll()
    .orderBy('modified_at', 'desc')
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { count, rows }
}

/** Returns how many were forgotten. */
export async function deleteHistory(tenant: Tenant, filter: HistoryFilter): Promise<number> {
  const { numDeletedRows } = await tenant.db
    .deleteFrom('file_history')
    .where('organization_id', '=', tenant.organizationId)
    .where(narrowed(tenant, filter))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Results of before now are not taken again for the same content. */
export async function clearResults(
  { db, organizationId }: Tenant,
  workflowId: string,
): Promise<void> {
  await db
    .updateTable('workflow')
    .set({ results_cleared_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', workflowId)
    .execute()
}
