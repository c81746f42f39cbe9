import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import { buildIndexScans, unionAll } from '../lists/ordered-executions.reads.ts'

export type OldExecutions = {
  readonly ids: readonly string[]
  /** Hashes of the documents of their files. */
  readonly documents: readonly string[]
}

const hourMilliseconds = 60 * 60 * 1000
const dayMilliseconds = 24 * hourMilliseconds

type OldExecutionFilter = {
  readonly days: number
  /** Hours in which the caller of a deployment can fetch a complete result. */
  readonly resultHours: number
  readonly limit: number
}

/**
 * Finds executions that finished more than `days` ago. Unfinished executions, however old, and
 * results that the caller of a deployment has not fetched and still can are left out.
 */
export async function findOldExecutions(
  tenant: Tenant,
  { days, resultHours, limit }: OldExecutionFilter,
): Promise<OldExecutions> {
  const cutoff = new Date(Date.now() - days * dayMilliseconds)
  const resultCutoff = new Date(Date.now() - resultHours * hourMilliseconds)
  const scans = buildIndexScans(tenant, {
    statuses: ['COMPLETED', 'STOPPED', 'ERROR'],
    before: cutoff,
  })
  const oldScans = scans.map((scan) =>
    scan
      .select('id')
      .where('finished_at', '<', cutoff)
      .where(({ or, and, eb }) =>
        or([
          eb('entity', '!=', 'API'),
          eb('is_acknowledged', '=', true),
          and([eb('status', '=', 'COMPLETED'), eb('finished_at', '<', resultCutoff)]),
        ]),
      )
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
  }>`select id from (${unionAll(oldScans)}) as old limit ${limit}`.execute(db)
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

/** Deletes executions with their files and everything that belongs to these. */
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

/** Hours in which a created execution must get its files. */
const maxUnstartedHours = 1

/**
 * Ends executions that were created and never got their files: the page that created them was
 * closed, or its upload was refused. Otherwise they would be shown as waiting for ever.
 */
export async function endUnstartedExecutions(
  { db, organizationId }: Tenant,
  now: Date,
): Promise<void> {
  await db
    .updateTable('execution')
    .set({
      status: 'STOPPED',
      error_message: 'The run never started, because no files were sent within an hour.',
      finished_at: now,
      modified_at: now,
    })
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'PENDING')
    .where('total_files', '=', 0)
    .where('is_listing', '=', false)
    .where('created_at', '<', new Date(now.getTime() - maxUnstartedHours * 60 * 60 * 1000))
    .execute()
}
