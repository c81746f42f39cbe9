import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { storableText } from '../../../platform/db/storable.ts'
import type { DocumentParts } from '../../documents/documents.port.ts'
import type { ExecutionRow } from '../executions.store.ts'
import { noneProcessed } from '../files/leased-files.store.ts'

type Known = Pick<
  Selectable<Tables['file_history']>,
  'file_path' | 'file_hash' | 'mark' | 'plan_hash' | 'status' | 'execution_count' | 'modified_at'
>

/** What the workflow has done with files at these paths. */
export async function findHistories(
  { db, organizationId }: Tenant,
  workflowId: string,
  paths: readonly string[],
): Promise<Known[]> {
  return db
    .selectFrom('file_history')
    .select([
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
 * Those of the paths that the execution has already: an earlier listing was broken off behind them; and those that
 * people have in hand since an earlier run.
 */
export async function findTakenPaths(
  { db, organizationId }: Tenant,
  { id: executionId, workflow_id: workflowId }: Pick<ExecutionRow, 'id' | 'workflow_id'>,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const at = db
    .selectFrom('file_execution')
    .select('file_path')
    .where('organization_id', '=', organizationId)
    .where('file_path', 'in', paths)
  // Two questions in one, because each has an index of its own.
  const rows = await at
    .where('execution_id', '=', executionId)
    .unionAll(
      at
        .where('workflow_id', '=', workflowId)
        .where('status', 'in', ['PENDING', 'EXECUTING'])
        .where('is_in_review', '=', true),
    )
    .execute()
  return new Set(rows.flatMap(({ file_path }) => file_path ?? []))
}

/** Until the end of the transaction, no other run of the workflow adds files. Whoever reads or settles is not held up. */
export async function holdWorkflow(
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
 * Files at these paths that other runs of the same version of the workflow have in hand and will hand over: neither
 * trials, nor runs that go on when somebody says so.
 */
export async function findInHand(
  { db, organizationId }: Tenant,
  { id, workflow_id, plan_hash }: Pick<ExecutionRow, 'id' | 'workflow_id' | 'plan_hash'>,
  paths: readonly string[],
): Promise<readonly { readonly file_path: string | null; readonly file_hash: string }[]> {
  return db
    .selectFrom('file_execution as f')
    .innerJoin('execution as e', 'e.id', 'f.execution_id')
    .select(['f.file_path', 'f.file_hash'])
    .where('f.organization_id', '=', organizationId)
    .where('f.workflow_id', '=', workflow_id)
    .where('f.file_path', 'in', paths)
    .where('f.status', 'in', ['PENDING', 'EXECUTING'])
    .where('e.id', '<>', id)
    .where('e.plan_hash', '=', plan_hash)
    .where('e.status', 'in', ['PENDING', 'EXECUTING'])
    .where('e.trial_files', 'is', null)
    .where('e.step_to', 'is', null)
    .execute()
}

export async function findTries({ db, organizationId }: Tenant, id: string): Promise<number> {
  const row = await db
    .selectFrom('workflow')
    .select('max_file_execution_count as tries')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.tries ?? 1
}

/** The same content under the same mark from now on, so that it is not read again. */
export async function renewMark(
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

/** A file of a source, as it is added. */
export type AddedSourceFile = {
  readonly id: string
  readonly name: string
  readonly path: string
  readonly mark: string | null
  readonly size: number
  readonly hash: string
  readonly mimeType: string
  readonly position: number
  /** Why it could not be read; it is settled by that. */
  readonly error?: string | undefined
}

type Adding = {
  readonly executionId: string
  readonly files: readonly AddedSourceFile[]
  readonly documents: DocumentParts
}

type Added = {
  readonly stored: readonly { readonly hash: string; readonly path: string | null }[]
}

/**
 * Adds files to an execution whose source is being listed, with their documents, in one statement.
 * `undefined` when it takes no more: it was stopped.
 */
export async function insertSourceFiles(
  { db, organizationId }: Tenant,
  { executionId, files, documents }: Adding,
): Promise<Added | undefined> {
  const rows = JSON.stringify(
    files.map(({ error, ...file }) => ({
      ...file,
      name: storableText(file.name),
      error: error === undefined ? null : storableText(error),
    })),
  )
  const { rows: found } = await sql<Added>`
    with target as (
      select * from execution
      where organization_id = ${organizationId} and id = ${executionId} and is_listing
        and status in ('PENDING', 'EXECUTING')
      for update
    ),
    document as (${documents.insertion(sql`exists (select from target)`)}),
    file as (
      insert into file_execution (id, organization_id, execution_id, file_name, file_path,
        source_mark, file_size, file_hash, position, mime_type, workflow_id, status, error,
        finished_at, waits_until)
      select f.id, ${organizationId}, target.id, f.name, f.path, f.mark, f.size, f.hash, f.position,
        f."mimeType", target.workflow_id, case when f.error is null then 'PENDING' else 'ERROR' end,
        f.error, case when f.error is not null then now() end,
        case when f.error is null and target.step_to = 'SOURCE' then timestamptz 'infinity' end
      from target, json_to_recordset(${rows}) as f (id uuid, name text, path text, mark text,
        size bigint, hash text, position integer, "mimeType" text, error text)
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
      from (select hash, path from document union all ${documents.known}) every
    ) as stored
    from target`.execute(db)
  return found[0] && { stored: found[0].stored ?? [] }
}

/** From the first look into the source on it counts as under way. `undefined` when it is over. */
export async function beginListing(
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

type Ending = {
  readonly id: string
  readonly skipped: number
  /** Of a trial: how many a whole run would take. */
  readonly expected?: number | undefined
  /** Why the source could not be listed to its end. */
  readonly error?: string | undefined
}

/** The list is whole; with no file left in hand the execution has ended. `undefined` when it was over before. */
export async function endListing(
  { db, organizationId }: Tenant,
  { id, skipped, expected, error }: Ending,
): Promise<ExecutionRow | undefined> {
  const reason = error === undefined ? null : storableText(error)
  const { rows } = await sql<ExecutionRow>`
    update execution set is_listing = false, skipped_files = ${skipped}, modified_at = now(),
      expected_files = ${expected ?? null}::integer,
      status = case
        when status = 'STOPPED' then status
        when successful_files + failed_files < total_files then status
        when successful_files = 0 and (total_files > 0 or ${reason}::text is not null) then 'ERROR'
        else 'COMPLETED' end,
      error_message = coalesce(${reason}, case
        when total_files > 0 and failed_files >= total_files then ${noneProcessed}
        else error_message end),
      finished_at = case
        when successful_files + failed_files >= total_files then now() else finished_at end
    where organization_id = ${organizationId} and id = ${id} and is_listing
    returning *`.execute(db)
  return rows[0]
}

/** How many files an execution has so far, and where the next one stands in it: behind all that were looked at. */
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
