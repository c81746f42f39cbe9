import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { columnsOf, type NewFields } from '../../../platform/db/fields.ts'

export type FileExecutionRow = Selectable<Tables['file_execution']>
export type NewFileExecution = NewFields<'file_execution'>

export async function insertFileExecutions(
  { db, organizationId }: Tenant,
  files: readonly NewFileExecution[],
): Promise<void> {
  await db
    .insertInto('file_execution')
    .values(files.map((file) => ({ ...columnsOf(file), organization_id: organizationId })))
    .execute()
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

export async function findFileExecutionsOf(
  { db, organizationId }: Tenant,
  executionId: string,
): Promise<FileExecutionRow[]> {
  return db
    .selectFrom('file_execution')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('execution_id', '=', executionId)
    .orderBy('created_at')
    .orderBy('file_name')
    .execute()
}

export type FileOutcome =
  | { readonly status: 'COMPLETED'; readonly result: unknown }
  | { readonly status: 'ERROR'; readonly error: string }

/** The newest result of the same content under the same plan. */
export async function findEarlierResult(
  { db, organizationId }: Tenant,
  { fileHash, planHash }: { fileHash: string; planHash: string },
): Promise<unknown> {
  const row = await db
    .selectFrom('file_execution')
    .innerJoin('execution', 'execution.id', 'file_execution.execution_id')
    .select('file_execution.result')
    .where('file_execution.organization_id', '=', organizationId)
    .where('file_execution.file_hash', '=', fileHash)
    .where('file_execution.status', '=', 'COMPLETED')
    .where('execution.plan_hash', '=', planHash)
    .orderBy('file_execution.finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.result
}
