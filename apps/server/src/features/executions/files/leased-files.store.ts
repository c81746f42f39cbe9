import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { storableJson, storableText } from '../../../platform/db/storable.ts'
import type { ExecutionPlan } from '../../../platform/db/tables/executions.ts'
import type { ExecutionRow } from '../executions.store.ts'
import { settledHistory } from '../history/settled-history.store.ts'
import type { FileOutcome } from './file-executions.store.ts'
import type { SettledFile } from './settled-file.ts'

/**
 * Said so that no index serves it, and a file is found by its id: a plan made while the table was small finds it
 * through all files of its organization, or through all that the worker ever held.
 */
const heldBy = (organizationId: number, workerId: string) => sql`
  organization_id is not distinct from ${organizationId}
    and worker_id is not distinct from ${workerId} and status in ('PENDING', 'EXECUTING')`

export type HeldFile = {
  readonly file: Pick<
    Selectable<Tables['file_execution']>,
    'id' | 'execution_id' | 'file_name' | 'file_hash' | 'file_path' | 'waits'
  >
  readonly execution: Pick<
    Selectable<Tables['execution']>,
    | 'id'
    | 'workflow_id'
    | 'plan_hash'
    | 'uses_file_history'
    | 'custom_data'
    | 'log_events_id'
    | 'entity'
    | 'review_queue'
    | 'step_to'
    | 'trial_files'
  >
  readonly plan: ExecutionPlan
}

type BegunFile = {
  readonly held: HeldFile
  /** Whether nobody has begun it before. */
  readonly isFirst: boolean
  /** Of the organization's configuration. */
  readonly version: number
}

/** Marks a claimed file and its execution as begun. `undefined` when the worker holds it no longer. */
export async function beginHeldFile(
  { db, organizationId }: Tenant,
  { id, workerId }: { readonly id: string; readonly workerId: string },
): Promise<BegunFile | undefined> {
  const { rows } = await sql<{
    id: string
    execution_id: string
    file_name: string
    file_hash: string
    file_path: string | null
    waits: number
    workflow_id: string
    step_to: HeldFile['execution']['step_to']
    trial_files: number | null
    entity: HeldFile['execution']['entity']
    review_queue: string | null
    plan_hash: string
    uses_file_history: boolean
    custom_data: HeldFile['execution']['custom_data']
    log_events_id: string | null
    plan: ExecutionPlan
    is_first: boolean
    version: number
  }>`
    with file as (
      update file_execution
      set status = 'EXECUTING', started_at = coalesce(started_at, now()), modified_at = now()
      where id = ${id} and ${heldBy(organizationId, workerId)}
      -- The time of this statement: when an earlier run had begun, its time stays.
      returning id, execution_id, file_name, file_hash, file_path, waits,
        started_at = now() as is_first
    ),
    begun as (
      update execution set status = 'EXECUTING', started_at = now(), modified_at = now()
      from file where execution.id = file.execution_id and execution.status = 'PENDING'
    )
    select file.id, file.execution_id, file.file_name, file.file_hash, file.file_path, file.waits,
      e.workflow_id, e.plan_hash, e.step_to, e.trial_files, e.entity, e.review_queue,
      e.uses_file_history, e.custom_data, e.log_events_id, coalesce(e.plan, p.plan) as plan, file.is_first,
      coalesce(v.version, 0) as version
    from file
    join execution e on e.id = file.execution_id
    left join execution_plan p
      on p.organization_id = e.organization_id and p.plan_hash = e.plan_hash
    left join configuration_version v on v.organization_id = e.organization_id`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { id: fileId, execution_id, file_name, file_hash, file_path, waits, ...others } = row
  const { plan, is_first, version, ...rest } = others
  const file = { id: fileId, execution_id, file_name, file_hash, file_path, waits }
  const held = { file, execution: { id: execution_id, ...rest }, plan }
  return { held, isFirst: is_first, version }
}

/** Why an execution ended in an error; each of its files says its own reason. */
export const noneProcessed = 'None of the files could be processed.'

type Settlement = {
  readonly file: HeldFile['file']
  readonly workerId: string
  readonly outcome: FileOutcome
}

/**
 * Stores what became of a file and counts it, in one statement; with the last file the execution has
 * ended, in an error when no file succeeded. `undefined` when the worker no longer holds the file: then nothing was written.
 */
export async function settleHeldFile(
  { db, organizationId }: Tenant,
  { file: { id, file_name, file_hash, file_path }, workerId, outcome }: Settlement,
): Promise<SettledFile | undefined> {
  const isSuccess = outcome.status === 'COMPLETED'
  const error = outcome.error ? storableText(outcome.error) : null
  // What was read and could not be handed over is kept: it is not paid again.
  const result = outcome.result === undefined ? null : storableJson(outcome.result)
  const { rows } = await sql<
    ExecutionRow & { readonly file_started_at: Date | null; readonly file_finished_at: Date | null }
  >`
    with file as (
      update file_execution
      set status = ${outcome.status}, error = ${error}, result = ${result}::json,
        pages = ${pagesOf(outcome)}::integer, worker_id = null, is_in_review = false, finished_at = now(),
        modified_at = now()
      where id = ${id} and ${heldBy(organizationId, workerId)}
      returning execution_id, started_at, finished_at, file_path, file_hash, source_mark
    ),
    ${file_path === null ? sql`` : settledHistory(outcome.status, error)}
    gone as (delete from file_step where file_execution_id = ${id} and exists (select from file))
    update execution set
      successful_files = successful_files + ${isSuccess ? 1 : 0}::integer,
      failed_files = failed_files + ${isSuccess ? 0 : 1}::integer,
      status = case
        when status = 'STOPPED' or is_listing then status
        when successful_files + failed_files + 1 < total_files then status
        when successful_files + ${isSuccess ? 1 : 0}::integer = 0 then 'ERROR'
        else 'COMPLETED' end,
      error_message = case
        when status <> 'STOPPED' and not is_listing
          and successful_files + failed_files + 1 >= total_files
          and successful_files + ${isSuccess ? 1 : 0}::integer = 0 then ${noneProcessed}
        else error_message end,
      finished_at = case
        when not is_listing and successful_files + failed_files + 1 >= total_files then now()
        else execution.finished_at end,
      modified_at = now()
    from file where execution.id = file.execution_id
    returning execution.*, file.started_at as file_started_at, file.finished_at as file_finished_at
  `.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { file_started_at: started_at, file_finished_at: finished_at, ...execution } = row
  const { status } = outcome
  const pages = pagesOf(outcome)
  const settled = { id, file_name, file_hash, status, pages, started_at, finished_at }
  return {
    execution,
    // As whoever reads it from the store would see it.
    file: { ...settled, error, result: result === null ? null : JSON.parse(result) },
    used: isSuccess ? outcome.used : [],
  }
}

const pagesOf = (outcome: FileOutcome) =>
  outcome.status === 'COMPLETED' ? (outcome.pages ?? null) : null
