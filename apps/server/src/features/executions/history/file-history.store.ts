import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { escapeLike } from '../../../platform/db/sql-text.ts'

export type FileHistoryRow = Selectable<Tables['file_history']>

export type HistoryFilter = {
  readonly workflowId: string
  readonly ids?: readonly string[] | undefined
  readonly statuses?: readonly FileHistoryRow['status'][] | undefined
  readonly countMin?: number | undefined
  readonly countMax?: number | undefined
  /** Substring of the path. */
  readonly path?: string | undefined
}

function buildFilter(
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

type PageWindow = { readonly page: number; readonly pageSize: number }

/** Finds a page of the history, last modified first. */
export async function findHistoryPage(
  tenant: Tenant,
  filter: HistoryFilter,
  { page, pageSize }: PageWindow,
): Promise<{ readonly count: number; readonly rows: FileHistoryRow[] }> {
  const query: SelectQueryBuilder<Tables, 'file_history', object> = tenant.db
    .selectFrom('file_history')
    .where('organization_id', '=', tenant.organizationId)
    .where(buildFilter(tenant, filter))
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

/** Returns the number of deleted rows. */
export async function deleteHistory(tenant: Tenant, filter: HistoryFilter): Promise<number> {
  const { numDeletedRows } = await tenant.db
    .deleteFrom('file_history')
    .where('organization_id', '=', tenant.organizationId)
    .where(buildFilter(tenant, filter))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Prevents results from before now from being reused for the same content. */
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

/**
 * Builds the part of the statement that finishes a file, after its part `file`, which records what
 * the workflow has processed of its source.
 */
export const buildFileHistoryUpsert = (status: 'COMPLETED' | 'ERROR', error: string | null) => sql`
    history as (
      insert into file_history (organization_id, workflow_id, file_path, file_hash, mark, plan_hash,
        status, error, execution_id)
      select w.organization_id, w.id, file.file_path, file.file_hash, file.source_mark, e.plan_hash,
        ${status}::text, ${error}::text, e.id
      from file
      join execution e on e.id = file.execution_id
      join workflow w on w.id = e.workflow_id and w.organization_id = e.organization_id
      where e.trial_files is null
      on conflict on constraint file_history_file_key do update set mark = excluded.mark,
        status = excluded.status, error = excluded.error, execution_id = excluded.execution_id,
        execution_count = case when file_history.plan_hash = excluded.plan_hash
          then file_history.execution_count + 1 else 1 end,
        plan_hash = excluded.plan_hash, modified_at = now()
    ),
`
