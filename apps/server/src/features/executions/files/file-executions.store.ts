import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { toStorableJson } from '../../../platform/db/sql-text.ts'
import type { UsageSum } from '../../usage/usage.port.ts'

export type FileExecutionRow = Selectable<Tables['file_execution']>

/** The columns of a file that its result is presented from. */
export type FileWithResult = Pick<
  FileExecutionRow,
  | 'id'
  | 'file_name'
  | 'file_hash'
  | 'status'
  | 'error'
  | 'result'
  | 'pages'
  | 'started_at'
  | 'finished_at'
> & {
  /** Whether the file waits for review; absent for a finished file. */
  readonly is_in_review?: boolean
}

export async function findFileExecution(
  { db, organizationId }: Tenant,
  id: string,
): Promise<FileExecutionRow | undefined> {
  return db
    .selectFrom('file_execution')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function findFilesOfExecution(
  { db, organizationId }: Tenant,
  executionId: string,
): Promise<FileExecutionRow[]> {
  return (
    db
      .selectFrom('file_execution')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('execution_id', '=', executionId)
      .orderBy('created_at')
      .orderBy('position')
      // Sorts by code point, whatever the language of the database.
      .orderBy(sql`file_name collate "C"`)
      .execute()
  )
}

/** Result of running the tool on a file. It is stored as a step result, so its keys must not change. */
export type ToolRunOutcome = {
  readonly status: 'COMPLETED'
  readonly result: unknown
  /** Names of the values that could not be read, with the reasons. */
  readonly error?: string | null
  /** Absent when an earlier result was reused. */
  readonly pages?: number | null
  /** Usage of its model calls. */
  readonly used: readonly UsageSum[]
}

export type FileOutcome =
  | ToolRunOutcome
  | {
      readonly status: 'ERROR'
      readonly error: string
      /** Result that could not be delivered. */
      readonly result?: unknown
    }

type FileContent = {
  readonly fileHash: string
  readonly planHash: string
  readonly customData: Selectable<Tables['execution']>['custom_data']
}

/** Finds the newest result of the same content under the same plan. */
export async function findEarlierResult(
  { db, organizationId }: Tenant,
  { fileHash, planHash, customData }: FileContent,
): Promise<unknown> {
  const row = await db
    .selectFrom('file_execution')
    .innerJoin('execution', 'execution.id', 'file_execution.execution_id')
    .select('file_execution.result')
    .where('file_execution.organization_id', '=', organizationId)
    .where('file_execution.file_hash', '=', fileHash)
    .where('file_execution.status', '=', 'COMPLETED')
    // Results from before the cache was cleared are not reused.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('workflow')
            .select('workflow.id')
            .whereRef('workflow.id', '=', 'execution.workflow_id')
            .whereRef('workflow.results_cleared_at', '>=', 'file_execution.finished_at'),
        ),
      ),
    )
    // Results with failed values are not reused: a new attempt may succeed.
    .where('file_execution.error', 'is', null)
    .where('execution.plan_hash', '=', planHash)
    .where(
      sql<boolean>`execution.custom_data is not distinct from ${customData && toStorableJson(customData)}::jsonb`,
    )
    .orderBy('file_execution.finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.result
}

/**
 * Finds the newest result of the same content under the same plan that was read but not delivered.
 */
export async function findUndeliveredResult(
  { db, organizationId }: Tenant,
  { fileHash, planHash }: Pick<FileContent, 'fileHash' | 'planHash'>,
): Promise<unknown> {
  const row = await db
    .selectFrom('file_execution')
    .innerJoin('execution', 'execution.id', 'file_execution.execution_id')
    .select('file_execution.result')
    .where('file_execution.organization_id', '=', organizationId)
    .where('file_execution.file_hash', '=', fileHash)
    .where('file_execution.status', 'in', ['ERROR', 'STOPPED'])
    .where('file_execution.result', 'is not', null)
    .where('execution.plan_hash', '=', planHash)
    .orderBy('file_execution.finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.result
}
