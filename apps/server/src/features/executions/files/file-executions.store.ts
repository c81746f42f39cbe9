import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { storableJson } from '../../../platform/db/storable.ts'
import type { UsageSum } from '../../usage/usage.port.ts'

export type FileExecutionRow = Selectable<Tables['file_execution']>

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

export async function findFileExecutionsOf(
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
      // As code compares, whatever the database's language is.
      .orderBy(sql`file_name collate "C"`)
      .execute()
  )
}

/** What was read of a file. */
export type ReadOutcome = {
  readonly status: 'COMPLETED'
  readonly result: unknown
  /** Which of its values could not be read, and why. */
  readonly error?: string | null
  /** Absent where an earlier result was taken. */
  readonly pages?: number | null
  /** What its calls have used. */
  readonly used: readonly UsageSum[]
}

export type FileOutcome =
  | ReadOutcome
  | {
      readonly status: 'ERROR'
      readonly error: string
      /** What was read, when it could not be handed over. */
      readonly result?: unknown
    }

type Content = {
  readonly fileHash: string
  readonly planHash: string
  readonly customData: Selectable<Tables['execution']>['custom_data']
}

/** The newest result of the same content under the same plan. */
export async function findEarlierResult(
  { db, organizationId }: Tenant,
  { fileHash, planHash, customData }: Content,
): Promise<unknown> {
  const row = await db
    .selectFrom('file_execution')
    .innerJoin('execution', 'execution.id', 'file_execution.execution_id')
    .select('file_execution.result')
    .where('file_execution.organization_id', '=', organizationId)
    .where('file_execution.file_hash', '=', fileHash)
    .where('file_execution.status', '=', 'COMPLETED')
    // What was cleared counts no more.
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
    // What failed may succeed now.
    .where('file_execution.error', 'is', null)
    .where('execution.plan_hash', '=', planHash)
    .where(
      sql<boolean>`execution.custom_data is not distinct from ${customData && storableJson(customData)}::jsonb`,
    )
    .orderBy('file_execution.finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.result
}

/** What was read of the same content under the same plan, and could not be handed over. */
export async function findUndeliveredResult(
  { db, organizationId }: Tenant,
  { fileHash, planHash }: Pick<Content, 'fileHash' | 'planHash'>,
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
