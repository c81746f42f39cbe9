import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { columnsOf, type NewFields } from '../../platform/db/fields.ts'
import { storableJson, storableText } from '../../platform/db/storable.ts'

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

/** The file as it is from now on; `undefined` when it is already settled or stopped, or gone. */
export async function beginFile(
  { db, organizationId }: Tenant,
  id: string,
): Promise<FileExecutionRow | undefined> {
  return db
    .updateTable('file_execution')
    .set({
      status: 'EXECUTING',
      started_at: sql`coalesce(started_at, now())`,
      modified_at: new Date(),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', 'in', ['PENDING', 'EXECUTING'])
    .returningAll()
    .executeTakeFirst()
}

export type FileOutcome =
  | { readonly status: 'COMPLETED'; readonly result: unknown }
  | { readonly status: 'ERROR'; readonly error: string }

/** Settles a file once: false when it was settled or stopped before. */
export async function settleFile(
  { db, organizationId }: Tenant,
  id: string,
  outcome: FileOutcome,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('file_execution')
    .set({
      status: outcome.status,
      error: outcome.status === 'ERROR' ? storableText(outcome.error) : null,
      result: outcome.status === 'COMPLETED' ? storableJson(outcome.result) : null,
      finished_at: new Date(),
      modified_at: new Date(),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', 'in', ['PENDING', 'EXECUTING'])
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

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
