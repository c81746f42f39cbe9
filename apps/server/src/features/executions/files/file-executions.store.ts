import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { toStorableText } from '../../../platform/db/sql-text.ts'
import type { StageSeconds } from '../../model-calls/model-calls.port.ts'
import type { UsageSum } from '../../usage/usage.port.ts'

export type FileExecutionRow = Selectable<Tables['file_execution']>

/** The columns of a file that its result is presented from. */
export type FileWithResult = Pick<
  FileExecutionRow,
  | 'id'
  | 'file_name'
  | 'other_names'
  | 'file_path'
  | 'file_hash'
  | 'status'
  | 'error'
  | 'result'
  | 'pages'
  | 'started_at'
  | 'finished_at'
  | 'paused_seconds'
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

/** Finds the paths of files that came from a source, by the id of the file. */
export async function findFilePaths(
  { db, organizationId }: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('file_execution')
    .select(['id', 'file_path'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .where('file_path', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, file_path }) => [id, file_path ?? '']))
}

/** A result may be the reading of this run or that of an earlier one. */
type ReadingOrigin = {
  /** Digest of what the answer depends on; absent where the result must not be reused by it. */
  readonly digest?: string | undefined
  /** Whether an earlier execution has read the result. */
  readonly isReused?: boolean
  /** Durations of the stages; absent in steps that an earlier version stored. */
  readonly stageSeconds?: StageSeconds | undefined
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
} & ReadingOrigin

export type FileOutcome =
  | ToolRunOutcome
  | ({
      readonly status: 'ERROR'
      readonly error: string
      /** Result that could not be delivered. */
      readonly result?: unknown
    } & ReadingOrigin)

type RetryNote = {
  readonly fileId: string
  readonly workerId: string
  /** Null once the call has succeeded. */
  readonly note: string | null
}

/** Notes what a file in progress waits for; nothing is written when the worker no longer holds it. */
export async function saveRetryNote(
  { db, organizationId }: Tenant,
  { fileId, workerId, note }: RetryNote,
): Promise<void> {
  await db
    .updateTable('file_execution')
    .set({ retry_note: note && toStorableText(note) })
    .where('organization_id', '=', organizationId)
    .where('id', '=', fileId)
    .where('worker_id', '=', workerId)
    .execute()
}
