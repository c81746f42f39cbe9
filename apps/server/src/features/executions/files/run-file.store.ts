import { parseExactJson } from '@recto/exact-json/parse-json'
import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { toStorableJson, toStorableText } from '../../../platform/db/sql-text.ts'
import type { StoredFileResult } from '../../../platform/db/tables/executions.ts'
import type { UsageSum } from '../../usage/usage.port.ts'
import type { ExecutionPlan } from '../execution-plans.store.ts'
import type { ExecutionRow } from '../executions.store.ts'
import { buildFileHistoryUpsert } from '../history/file-history.store.ts'
import type { FileReading } from '../watched/describe-reading.ts'
import { buildWatchedInsert } from '../watched/watched-documents.store.ts'
import type { FileOutcome, FileWithResult } from './file-executions.store.ts'

/**
 * `is not distinct from` prevents index use here on purpose. The planner must use the primary key;
 * a plan cached while the table was small would otherwise scan all files of the organization or of
 * the worker.
 */
const isHeldBy = (organizationId: number, workerId: string) => sql`
  organization_id is not distinct from ${organizationId}
    and worker_id is not distinct from ${workerId} and status in ('PENDING', 'EXECUTING')`

export type ClaimedFile = {
  readonly file: Pick<
    Selectable<Tables['file_execution']>,
    | 'id'
    | 'execution_id'
    | 'file_name'
    | 'file_hash'
    | 'file_path'
    | 'source_metadata'
    | 'waits'
    | 'stage_seconds'
  >
  readonly execution: Pick<
    Selectable<Tables['execution']>,
    | 'id'
    | 'workflow_id'
    | 'created_at'
    | 'plan_hash'
    | 'uses_file_history'
    | 'reuses_results'
    | 'custom_data'
    | 'log_events_id'
    | 'entity'
    | 'review_queue'
    | 'step_to'
    | 'trial_files'
    | 'is_preview'
    | 'batch_deadline'
  >
  readonly plan: ExecutionPlan
}

type FirstClaim = {
  readonly claimedFile: ClaimedFile
  /** Whether no worker has started the file before, and no step of it is stored. */
  readonly isFirst: boolean
  /** Version of the organization's configuration. */
  readonly configurationVersion: number
}

/**
 * Marks a claimed file and its execution as started. Returns `undefined` when the worker no longer
 * holds the file.
 */
export async function startClaimedFile(
  { db, organizationId }: Tenant,
  { id, workerId }: { readonly id: string; readonly workerId: string },
): Promise<FirstClaim | undefined> {
  const { rows } = await sql<{
    id: string
    execution_id: string
    file_name: string
    file_hash: string
    file_path: string | null
    source_metadata: ClaimedFile['file']['source_metadata']
    waits: number
    stage_seconds: ClaimedFile['file']['stage_seconds']
    workflow_id: string
    created_at: Date
    step_to: ClaimedFile['execution']['step_to']
    trial_files: number | null
    is_preview: boolean
    batch_deadline: Date | null
    entity: ClaimedFile['execution']['entity']
    review_queue: string | null
    plan_hash: string
    uses_file_history: boolean
    reuses_results: boolean
    custom_data: ClaimedFile['execution']['custom_data']
    log_events_id: string | null
    plan: ExecutionPlan
    is_first: boolean
    version: number
  }>`
    with file as (
      update file_execution
      set status = 'EXECUTING', started_at = coalesce(started_at, now()), modified_at = now(),
        retry_note = null, waits_for_batch = false
      where id = ${id} and ${isHeldBy(organizationId, workerId)}
      -- now() is constant within this statement; an earlier run has left an earlier time.
      returning id, execution_id, file_name, file_hash, file_path, source_metadata, waits,
        stage_seconds, started_at = now()
          and not exists (select from file_step where file_execution_id = ${id}) as is_first
    ),
    begun as (
      update execution set status = 'EXECUTING', started_at = now(), modified_at = now()
      from file where execution.id = file.execution_id and execution.status = 'PENDING'
    )
    select file.id, file.execution_id, file.file_name, file.file_hash, file.file_path, file.source_metadata, file.waits,
      file.stage_seconds, e.workflow_id, e.created_at, e.plan_hash, e.step_to, e.trial_files, e.is_preview, e.batch_deadline, e.entity, e.review_queue,
      e.uses_file_history, e.reuses_results, e.custom_data, e.log_events_id, coalesce(e.plan, p.plan) as plan, file.is_first,
      coalesce(v.version, 0) as version
    from file
    join execution e on e.id = file.execution_id
    left join execution_plan p
      on p.organization_id = e.organization_id and p.plan_hash = e.plan_hash
    left join configuration_version v on v.organization_id = e.organization_id`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { id: fileId, execution_id, file_name, file_hash, file_path, ...columns } = row
  const { source_metadata, waits, stage_seconds, plan, is_first, version, ...rest } = columns
  const file = {
    id: fileId,
    execution_id,
    file_name,
    file_hash,
    file_path,
    source_metadata,
    waits,
    stage_seconds,
  }
  const claimedFile = { file, execution: { id: execution_id, ...rest }, plan }
  return { claimedFile, isFirst: is_first, configurationVersion: version }
}

/** Error message of an execution without a successful file; each file has its own error. */
export const noFileSucceeded = 'None of the files could be processed.'

/** A file that was just finished, and the updated row of its execution. */
export type FinishedFile = {
  readonly execution: ExecutionRow
  readonly file: FileWithResult
  /** Whether its result was read in an earlier execution. */
  readonly isReused: boolean
  /** Usage of its model calls. */
  readonly usage: readonly UsageSum[]
}

type FinishFileRequest = {
  readonly file: ClaimedFile['file']
  readonly workerId: string
  readonly outcome: FileOutcome
  /** Usage of its model calls. */
  readonly usage: readonly UsageSum[]
  /** Absent if nothing was read now. */
  readonly reading?: FileReading | undefined
}

/**
 * Stores the outcome of a file and updates the counts of its execution in one statement. The last
 * file ends the execution, with an error when no file succeeded. Returns `undefined` when the
 * worker no longer holds the file; then nothing is written.
 */
export async function finishFile(
  { db, organizationId }: Tenant,
  { file, workerId, outcome, usage, reading }: FinishFileRequest,
): Promise<FinishedFile | undefined> {
  const { id, file_name, file_hash, file_path } = file
  const isSuccess = outcome.status === 'COMPLETED'
  const { error, result, pages, digest, isReused, stageSeconds } = toStoredOutcome(outcome)
  const { rows } = await sql<
    ExecutionRow & {
      readonly file_started_at: Date | null
      readonly file_finished_at: Date | null
      readonly file_paused_seconds: number
      readonly file_other_names: string[]
    }
  >`
    with file as (
      update file_execution
      set status = ${outcome.status}, error = ${error}, result = ${result}::json,
        stage_seconds = coalesce(${stageSeconds}::jsonb, stage_seconds),
        pages = ${pages}::integer, answer_digest = ${digest},
        worker_id = null, is_in_review = false, finished_at = now(),
        modified_at = now()
      where id = ${id} and ${isHeldBy(organizationId, workerId)}
      returning execution_id, started_at, finished_at, paused_seconds, file_path, file_hash,
        other_names, source_mark
    ),
    ${file_path === null ? sql`` : buildFileHistoryUpsert(outcome.status, error)}
    gone as (delete from file_step where file_execution_id = ${id} and exists (select from file))
    ${reading ? buildWatchedInsert({ organizationId }, { id, reading, part: 'file' }) : sql``}
    update execution set
      successful_files = successful_files + ${isSuccess ? 1 : 0}::integer,
      failed_files = failed_files + ${isSuccess ? 0 : 1}::integer,
      reused_files = reused_files + ${isReused ? 1 : 0}::integer,
      status = case
        when status = 'STOPPED' or is_listing then status
        when successful_files + failed_files + 1 < total_files then status
        when successful_files + ${isSuccess ? 1 : 0}::integer = 0 then 'ERROR'
        else 'COMPLETED' end,
      error_message = case
        when status <> 'STOPPED' and not is_listing
          and successful_files + failed_files + 1 >= total_files
          and successful_files + ${isSuccess ? 1 : 0}::integer = 0 then ${noFileSucceeded}
        else error_message end,
      finished_at = case
        when not is_listing and successful_files + failed_files + 1 >= total_files then now()
        else execution.finished_at end,
      modified_at = now()
    from file where execution.id = file.execution_id
    returning execution.*, file.started_at as file_started_at, file.finished_at as file_finished_at,
      file.paused_seconds as file_paused_seconds, file.other_names as file_other_names
  `.execute(db)
  const [row] = rows
  if (!row) return undefined
  const {
    file_started_at: started_at,
    file_finished_at: finished_at,
    file_paused_seconds: paused_seconds,
    file_other_names: other_names,
    ...execution
  } = row
  const { status } = outcome
  const finishedFile = {
    id,
    file_name,
    other_names,
    file_path,
    file_hash,
    status,
    pages,
    started_at,
    finished_at,
    paused_seconds,
  }
  return {
    execution,
    // The result is parsed again so that it equals the stored one.
    file: {
      ...finishedFile,
      error,
      result: result === null ? null : (parseExactJson(result) as StoredFileResult),
    },
    isReused,
    usage,
  }
}

/** The values of the columns that an outcome fills. */
const toStoredOutcome = (outcome: FileOutcome) => ({
  error: outcome.error ? toStorableText(outcome.error) : null,
  // A result that could not be delivered is stored, so that reading is not paid for again.
  result: outcome.result === undefined ? null : toStorableJson(outcome.result),
  pages: outcome.status === 'COMPLETED' ? (outcome.pages ?? null) : null,
  digest: outcome.digest ?? null,
  isReused: outcome.isReused === true,
  stageSeconds: outcome.stageSeconds ? JSON.stringify(outcome.stageSeconds) : null,
})
