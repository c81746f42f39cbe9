import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import { slicesOf, together } from '../lists/execution-walks.reads.ts'

export type OldExecutions = {
  readonly ids: readonly string[]
  /** Hashes of the documents that they refer to. */
  readonly documents: readonly string[]
}

const day = 24 * 60 * 60 * 1000

/**
 * Executions that finished longer ago. What is to be fetched by the caller of a deployment and has not
 * been fetched is none of them, and neither is what is not finished, however old it is.
 */
export async function findOldExecutions(
  tenant: Tenant,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<OldExecutions> {
  const before = new Date(Date.now() - days * day)
  const slices = slicesOf(tenant, { statuses: ['COMPLETED', 'STOPPED', 'ERROR'], before })
  const old = slices.map((slice) =>
    slice
      .select('id')
      .where('finished_at', '<', before)
      .where(({ or, eb }) => or([eb('entity', '!=', 'API'), eb('is_acknowledged', '=', true)]))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('file_execution')
              .select('file_execution.id')
              .whereRef('file_execution.execution_id', '=', 'execution.id')
              .where('file_execution.status', 'in', ['PENDING', 'EXECUTING']),
          ),
        ),
      )
      .limit(limit),
  )
  const { db, organizationId } = tenant
  const { rows } = await sql<{
    id: string
  }>`select id from (${together(old)}) as old limit ${limit}`.execute(db)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return { ids, documents: [] }
  const files = await db
    .selectFrom('file_execution')
    .select('file_hash')
    .distinct()
    .where('organization_id', '=', organizationId)
    .where('execution_id', 'in', ids)
    .execute()
  return { ids, documents: files.map((file) => file.file_hash) }
}

/** With their files and all that belongs to these. */
export async function deleteExecutions(
  { db, organizationId }: Tenant,
  ids: readonly string[],
): Promise<void> {
  await db
    .with('logs', (qb) =>
      qb
        .deleteFrom('execution_log')
        .where('organization_id', '=', organizationId)
        .where('execution_id', 'in', ids),
    )
    .deleteFrom('execution')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
}
