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

/**
 * Deletes the history of files, and prevents results from before now from being reused for their
 * contents. Returns the number of deleted rows.
 */
export async function deleteHistory(tenant: Tenant, filter: HistoryFilter): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    with deleted as (
      delete from file_history where ${buildFilter(tenant, filter)}
      returning organization_id, workflow_id, file_hash
    ),
    cleared as (
      insert into cleared_content (organization_id, workflow_id, file_hash, cleared_at)
      -- The time of each row differs, and one content may be in several of them.
      select organization_id, workflow_id, file_hash, max(clock_timestamp()) from deleted
      group by organization_id, workflow_id, file_hash
      on conflict (workflow_id, file_hash) do update set cleared_at = excluded.cleared_at
    )
    select count(*)::integer as count from deleted`.execute(tenant.db)
  return rows[0]?.count ?? 0
}

/** Prevents results from before now from being reused by the workflow. */
export async function clearResults(
  { db, organizationId }: Tenant,
  workflowId: string,
): Promise<void> {
  // The reading of files is timed by the clock of the database too.
  await sql`
    with superseded as (
      delete from cleared_content
      where organization_id = ${organizationId} and workflow_id = ${workflowId}
    )
    update workflow set results_cleared_at = clock_timestamp()
    where organization_id = ${organizationId} and id = ${workflowId}`.execute(db)
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
