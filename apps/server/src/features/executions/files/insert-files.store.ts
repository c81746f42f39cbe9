import { type RawBuilder, sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import type { DocumentQueries } from '../../documents/documents.port.ts'
import type { ExecutionRow } from '../executions.store.ts'

/** A file that is added to an execution. */
export type NewFile = {
  readonly id: string
  readonly name: string
  /** Further names under which the request sends the same content. */
  readonly otherNames: readonly string[]
  readonly size: number
  readonly hash: string
  readonly mimeType: string
  /** Worker that runs the file immediately; if absent, the file waits for a worker. */
  readonly workerId: string | undefined
}

/**
 * A `with` query that inserts an execution or gives files to a waiting one, and returns its row.
 */
export type ExecutionStatement = RawBuilder<unknown>

type InsertFilesRequest = {
  readonly executionStatement: ExecutionStatement
  readonly files: readonly NewFile[]
  /** Whether a caller waits for the result. */
  readonly isAwaited: boolean
  readonly documentQueries: DocumentQueries
}

type InsertedFiles = {
  readonly execution: ExecutionRow
  /** Path of each document in the file store, by its hash. */
  readonly storedDocuments: readonly { readonly hash: string; readonly path: string | null }[]
}

/**
 * Stores the files, their documents and the changes to their execution in one statement. Returns
 * `undefined` when the execution accepts no files; then nothing is stored.
 */
export async function insertFiles(
  { db, organizationId }: Tenant,
  { executionStatement, files, isAwaited, documentQueries }: InsertFilesRequest,
): Promise<InsertedFiles | undefined> {
  const rows = JSON.stringify(
    files.map(({ id, name, otherNames, size, hash, mimeType, workerId }, position) => ({
      id,
      position,
      file_name: name,
      other_names: otherNames,
      file_size: size,
      file_hash: hash,
      mime_type: mimeType,
      worker_id: workerId,
    })),
  )
  const { rows: insertedRows } = await sql<
    ExecutionRow & { readonly stored: InsertedFiles['storedDocuments'] }
  >`
    with target as (${executionStatement}),
    document as (${documentQueries.buildInsert(sql`exists (select from target)`)}),
    file as (
      insert into file_execution (id, organization_id, execution_id, file_name, other_names, file_size, file_hash,
        position, mime_type, workflow_id, is_awaited, status, worker_id, started_at, waits_until)
      select f.id, ${organizationId}, target.id, f.file_name, f.other_names, f.file_size, f.file_hash, f.position,
        f.mime_type, target.workflow_id, ${isAwaited},
        case when f.worker_id is null then 'PENDING' else 'EXECUTING' end, f.worker_id,
        case when f.worker_id is not null then now() end,
        case when target.step_to = 'SOURCE' then timestamptz 'infinity' end
      from target, json_to_recordset(${rows}) as f (id uuid, file_name text, other_names text[], position integer,
        file_size bigint, file_hash text, mime_type text, worker_id text)
    )
    select target.*, (
      select json_agg(json_build_object('hash', hash, 'path', path))
      from (select hash, path from document union all ${documentQueries.existing}) every
    ) as stored
    from target`.execute(db)
  const [row] = insertedRows
  if (!row) return undefined
  const { stored: storedDocuments, ...rest } = row
  return { execution: rest, storedDocuments: storedDocuments ?? [] }
}
