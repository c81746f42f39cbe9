import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { toStorableText } from '../../../platform/db/sql-text.ts'
import type { DocumentQueries } from '../../documents/documents.port.ts'
import type { ExecutionRow } from '../executions.store.ts'
import { noFileSucceeded } from '../files/run-file.store.ts'

export type ProcessedFileRow = Pick<
  Selectable<Tables['file_history']>,
  | 'id'
  | 'file_path'
  | 'file_hash'
  | 'mark'
  | 'plan_hash'
  | 'status'
  | 'execution_count'
  | 'modified_at'
>

/** Lists what the workflow has done with files at these paths. */
export async function listHistories(
  { db, organizationId }: Tenant,
  workflowId: string,
  paths: readonly string[],
): Promise<ProcessedFileRow[]> {
  return db
    .selectFrom('file_history')
    .select([
      'id',
      'file_path',
      'file_hash',
      'mark',
      'plan_hash',
      'status',
      'execution_count',
      'modified_at',
    ])
    .where('organization_id', '=', organizationId)
    .where('workflow_id', '=', workflowId)
    .where('file_path', 'in', paths)
    .execute()
}

/**
 * Finds the paths that the execution already has, because an earlier listing was interrupted after
 * them, and the paths of files that still wait for review since an earlier run.
 */
export async function findTakenPaths(
  { db, organizationId }: Tenant,
  { id: executionId, workflow_id: workflowId }: Pick<ExecutionRow, 'id' | 'workflow_id'>,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const filesAtPaths = db
    .selectFrom('file_execution')
    .select('file_path')
    .where('organization_id', '=', organizationId)
    .where('file_path', 'in', paths)
  // Two queries, because each has its own index.
  const rows = await filesAtPaths
    .where('execution_id', '=', executionId)
    .unionAll(
      filesAtPaths
        .where('workflow_id', '=', workflowId)
        .where('status', 'in', ['PENDING', 'EXECUTING'])
        .where('is_in_review', '=', true),
    )
    .execute()
  return new Set(rows.flatMap(({ file_path }) => file_path ?? []))
}

/**
 * Locks a workflow until the end of the transaction, so that no other run of it adds files. Reads
 * and finishing files are not blocked.
 */
export async function lockWorkflow(
  { db, organizationId }: Tenant,
  workflowId: string,
): Promise<void> {
  await db
    .selectFrom('workflow')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', workflowId)
    .forNoKeyUpdate()
    .execute()
}

/**
 * Finds which of these plans differ from the given one at most in how they select the files of the
 * source.
 */
export async function findPlansOfSameWork(
  { db, organizationId }: Tenant,
  planHash: string,
  candidates: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ plan_hash: string }>`
    select candidate.plan_hash
    from execution_plan candidate
    join execution_plan own
      on own.organization_id = candidate.organization_id and own.plan_hash = ${planHash}
    where candidate.organization_id = ${organizationId}
      and candidate.plan_hash = any(${candidates}::text[])
      and candidate.plan #- '{source,configuration}' = own.plan #- '{source,configuration}'
  `.execute(db)
  return new Set(rows.map((row) => row.plan_hash))
}

type FileInProgress = {
  readonly file_path: string | null
  readonly file_hash: string
  readonly plan_hash: string
}

/**
 * Finds files at these paths that other runs will process and deliver, with the plans of the runs:
 * dry runs and runs by steps are left out.
 */
export async function findFilesInProgress(
  { db, organizationId }: Tenant,
  { id, workflow_id }: Pick<ExecutionRow, 'id' | 'workflow_id'>,
  paths: readonly string[],
): Promise<readonly FileInProgress[]> {
  return db
    .selectFrom('file_execution as f')
    .innerJoin('execution as e', 'e.id', 'f.execution_id')
    .select(['f.file_path', 'f.file_hash', 'e.plan_hash'])
    .where('f.organization_id', '=', organizationId)
    .where('f.workflow_id', '=', workflow_id)
    .where('f.file_path', 'in', paths)
    .where('f.status', 'in', ['PENDING', 'EXECUTING'])
    .where('e.id', '<>', id)
    .where('e.status', 'in', ['PENDING', 'EXECUTING'])
    .where('e.trial_files', 'is', null)
    .where('e.step_to', 'is', null)
    .execute()
}

export async function findMaxAttempts({ db, organizationId }: Tenant, id: string): Promise<number> {
  const row = await db
    .selectFrom('workflow')
    .select('max_file_execution_count as tries')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.tries ?? 1
}

/** Stores the new mark of unchanged content, so that it is not read again. */
export async function updateMark(
  { db, organizationId }: Tenant,
  {
    workflowId,
    path,
    hash,
    mark,
  }: { workflowId: string; path: string; hash: string; mark: string },
): Promise<void> {
  await db
    .updateTable('file_history')
    .set({ mark })
    .where('organization_id', '=', organizationId)
    .where('workflow_id', '=', workflowId)
    .where('file_path', '=', path)
    .where('file_hash', '=', hash)
    .execute()
}

/** A source file that is added to an execution. */
export type NewSourceFile = {
  readonly id: string
  readonly name: string
  readonly path: string
  readonly mark: string | null
  /** Facts about its origin. */
  readonly metadata?: Readonly<Record<string, string>> | undefined
  readonly size: number
  readonly hash: string
  readonly mimeType: string
  readonly position: number
  /** Reason why it could not be read; the file is then finished with this error. */
  readonly error?: string | undefined
}

type InsertSourceFilesRequest = {
  readonly executionId: string
  readonly files: readonly NewSourceFile[]
  readonly documentQueries: DocumentQueries
}

type InsertedSourceFiles = {
  readonly storedDocuments: readonly { readonly hash: string; readonly path: string | null }[]
}

/**
 * Adds files and their documents to an execution whose source is being listed, in one statement.
 * Returns `undefined` when the execution was stopped.
 */
export async function insertSourceFiles(
  { db, organizationId }: Tenant,
  { executionId, files, documentQueries }: InsertSourceFilesRequest,
): Promise<InsertedSourceFiles | undefined> {
  const rows = JSON.stringify(
    files.map(({ error, metadata, ...file }) => ({
      ...file,
      metadata: metadata === undefined ? null : toStorableMetadata(metadata),
      name: toStorableText(file.name),
      error: error === undefined ? null : toStorableText(error),
    })),
  )
  const { rows: insertedRows } = await sql<{
    readonly stored: InsertedSourceFiles['storedDocuments'] | null
  }>`
    with target as (
      select * from execution
      where organization_id = ${organizationId} and id = ${executionId} and is_listing
        and status in ('PENDING', 'EXECUTING')
      for update
    ),
    document as (${documentQueries.buildInsert(sql`exists (select from target)`)}),
    file as (
      insert into file_execution (id, organization_id, execution_id, file_name, file_path,
        source_mark, source_metadata, file_size, file_hash, position, mime_type, workflow_id, status, error,
        finished_at, waits_until)
      select f.id, ${organizationId}, target.id, f.name, f.path, f.mark, f.metadata, f.size, f.hash, f.position,
        f."mimeType", target.workflow_id, case when f.error is null then 'PENDING' else 'ERROR' end,
        f.error, case when f.error is not null then now() end,
        case when f.error is null and target.step_to = 'SOURCE' then timestamptz 'infinity' end
      from target, json_to_recordset(${rows}) as f (id uuid, name text, path text, mark text,
        metadata jsonb, size bigint, hash text, position integer, "mimeType" text, error text)
      on conflict do nothing
      returning error
    ),
    counted as (
      update execution set modified_at = now(),
        total_files = execution.total_files + (select count(*) from file),
        failed_files = execution.failed_files
          + (select count(*) from file where error is not null)
      from target where execution.id = target.id
    )
    select (
      select json_agg(json_build_object('hash', hash, 'path', path))
      from (select hash, path from document union all ${documentQueries.existing}) every
    ) as stored
    from target`.execute(db)
  return insertedRows[0] && { storedDocuments: insertedRows[0].stored ?? [] }
}

const toStorableMetadata = (metadata: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [toStorableText(name), toStorableText(value)]),
  )

/**
 * Marks an execution as running when its source is first listed. Returns `undefined` when the
 * execution has ended.
 */
export async function startListing(
  { db, organizationId }: Tenant,
  id: string,
): Promise<ExecutionRow | undefined> {
  return db
    .updateTable('execution')
    .set({ status: 'EXECUTING', started_at: sql<Date>`coalesce(started_at, now())` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('is_listing', '=', true)
    .where('status', 'in', ['PENDING', 'EXECUTING'])
    .returningAll()
    .executeTakeFirst()
}

export type ListingResult = {
  readonly id: string
  readonly skippedFiles: number
  /** Number of files that a whole run would process; only for a dry run. */
  readonly expectedFiles?: number | undefined
  /** Reason why the source could not be listed completely. */
  readonly error?: string | undefined
}

/**
 * Records that the listing is complete; if no file is unfinished, the execution ends. Returns
 * `undefined` when the execution had ended before.
 */
export async function endListing(
  { db, organizationId }: Tenant,
  { id, skippedFiles, expectedFiles, error }: ListingResult,
): Promise<ExecutionRow | undefined> {
  const reason = error === undefined ? null : toStorableText(error)
  const { rows } = await sql<ExecutionRow>`
    update execution set is_listing = false, skipped_files = ${skippedFiles}, modified_at = now(),
      expected_files = ${expectedFiles ?? null}::integer,
      status = case
        when status = 'STOPPED' then status
        when successful_files + failed_files < total_files then status
        when successful_files = 0 and (total_files > 0 or ${reason}::text is not null) then 'ERROR'
        else 'COMPLETED' end,
      error_message = coalesce(${reason}, case
        when total_files > 0 and failed_files >= total_files then ${noFileSucceeded}
        else error_message end),
      finished_at = case
        when successful_files + failed_files >= total_files then now() else finished_at end
    where organization_id = ${organizationId} and id = ${id} and is_listing
    returning *`.execute(db)
  return rows[0]
}

/** Counts the files of an execution, and computes the position of the next one. */
export async function countFiles(
  { db, organizationId }: Tenant,
  executionId: string,
): Promise<{ readonly count: number; readonly next: number }> {
  const { count, last } = await db
    .selectFrom('file_execution')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.max<number | null>('position').as('last'),
    ])
    .where('organization_id', '=', organizationId)
    .where('execution_id', '=', executionId)
    .executeTakeFirstOrThrow()
  return { count, next: last === null ? 0 : last + 1 }
}
