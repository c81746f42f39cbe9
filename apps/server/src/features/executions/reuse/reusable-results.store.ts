import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { toStorableJson } from '../../../platform/db/sql-text.ts'

type Execution = Selectable<Tables['execution']>

/** A file for which an earlier result is looked up. */
export type FileContent = {
  readonly workflowId: string
  readonly fileHash: string
  readonly customData: Execution['custom_data']
}

/** The plan of an earlier execution, or what its answers depended on. */
type AnswerOrigin = { readonly planHash: string } | { readonly answerDigest: string }

/**
 * Whether the reading of `file` began after everything was cleared, and after its content was. A
 * file that is read during the clearing counts as read before.
 */
const isReadAfterClearing = sql<boolean>`
  not exists (
    select from workflow w
    where w.organization_id = file.organization_id and w.id = execution.workflow_id
      and w.results_cleared_at >= coalesce(file.started_at, file.created_at)
  )
  and not exists (
    select from cleared_content c
    where c.organization_id = file.organization_id and c.workflow_id = execution.workflow_id
      and c.file_hash = file.file_hash
      and c.cleared_at >= coalesce(file.started_at, file.created_at)
  )`

const hasCustomData = (customData: FileContent['customData']) =>
  sql<boolean>`execution.custom_data
    is not distinct from ${customData && toStorableJson(customData)}::jsonb`

/** Finds the newest result of the same content that was finished successfully. */
export async function findFinishedResult(
  { db, organizationId }: Tenant,
  { workflowId, fileHash, customData }: FileContent,
  origin: AnswerOrigin,
): Promise<unknown> {
  const hasOrigin =
    'planHash' in origin
      ? sql<boolean>`execution.plan_hash = ${origin.planHash}`
      : sql<boolean>`file.answer_digest = ${origin.answerDigest}`
  const row = await db
    .selectFrom('file_execution as file')
    .innerJoin('execution', 'execution.id', 'file.execution_id')
    .select('file.result')
    .where('file.organization_id', '=', organizationId)
    .where('file.file_hash', '=', fileHash)
    .where('file.status', '=', 'COMPLETED')
    // Results with failed values are not reused: a new attempt may succeed.
    .where('file.error', 'is', null)
    .where('execution.workflow_id', '=', workflowId)
    .where(hasOrigin)
    .where(hasCustomData(customData))
    .where(isReadAfterClearing)
    .orderBy('file.finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.result
}

type UndeliveredRequest = FileContent & {
  readonly answerDigest: string
  readonly filePath: string | null
}

/**
 * Finds the newest result of the same content that was read but not delivered: the delivery failed,
 * the execution was stopped, or it was a dry run. Once the content was delivered from the same path,
 * there is none. Results with failed values are not reused: a new attempt may succeed.
 */
export async function findUndeliveredResult(
  { db, organizationId }: Tenant,
  { workflowId, fileHash, customData, answerDigest, filePath }: UndeliveredRequest,
): Promise<unknown> {
  const row = await db
    .selectFrom('file_execution as file')
    .innerJoin('execution', 'execution.id', 'file.execution_id')
    .select('file.result')
    .where('file.organization_id', '=', organizationId)
    .where('file.file_hash', '=', fileHash)
    .where('file.answer_digest', '=', answerDigest)
    .where('execution.workflow_id', '=', workflowId)
    .where('file.result', 'is not', null)
    .where(
      sql<boolean>`(file.status in ('ERROR', 'STOPPED')
        or file.status = 'COMPLETED' and execution.trial_files is not null)`,
    )
    .where(sql<boolean>`file.result #> '{metadata,errors}' is null`)
    .where(hasCustomData(customData))
    .where(isReadAfterClearing)
    .where(
      sql<boolean>`not exists (
        select from file_execution delivered
        join execution e on e.id = delivered.execution_id
        where delivered.organization_id = file.organization_id
          and delivered.file_hash = file.file_hash
          and delivered.answer_digest = file.answer_digest
          and delivered.status = 'COMPLETED'
          and delivered.finished_at >= file.finished_at
          and e.workflow_id = execution.workflow_id and e.trial_files is null
          and (delivered.file_path is not distinct from file.file_path
            or delivered.file_path is not distinct from ${filePath}::text)
      )`,
    )
    .orderBy('file.finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.result
}
