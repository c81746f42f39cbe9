import { type RawBuilder, sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import type { DocumentParts } from '../../documents/documents.port.ts'
import type { ExecutionRow } from '../executions.store.ts'

/** A file of an execution, as it is added. */
export type AddedFile = {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly hash: string
  readonly mimeType: string
  /** The worker that runs it at once; absent, it waits for one. */
  readonly workerId: string | undefined
}

/** A `with` query that returns the execution's row: makes it, or gives it its files once. */
export type ExecutionPart = RawBuilder<unknown>

type Adding = {
  readonly execution: ExecutionPart
  readonly files: readonly AddedFile[]
  /** Whether a caller waits for them. */
  readonly isAwaited: boolean
  readonly documents: DocumentParts
}

type Added = {
  readonly execution: ExecutionRow
  /** Where each document lies, by its hash. */
  readonly stored: readonly { readonly hash: string; readonly path: string | null }[]
}

/**
 * Stores an execution's files, their documents and what the execution becomes by them, in one
 * statement. `undefined` when the execution takes no files; then nothing is stored.
 */
export async function insertAddedFiles(
  { db, organizationId }: Tenant,
  { execution, files, isAwaited, documents }: Adding,
): Promise<Added | undefined> {
  const rows = JSON.stringify(
    files.map(({ id, name, size, hash, mimeType, workerId }, position) => ({
      id,
      position,
      file_name: name,
      file_size: size,
      file_hash: hash,
      mime_type: mimeType,
      worker_id: workerId,
    })),
  )
  const { rows: found } = await sql<ExecutionRow & { readonly stored: Added['stored'] }>`
    with target as (${execution}),
    document as (${documents.insertion(sql`exists (select from target)`)}),
    file as (
      insert into file_execution (id, organization_id, execution_id, file_name, file_size, file_hash,
        position, mime_type, workflow_id, is_awaited, status, worker_id, started_at, waits_until)
      select f.id, ${organizationId}, target.id, f.file_name, f.file_size, f.file_hash, f.position,
        f.mime_type, target.workflow_id, ${isAwaited},
        case when f.worker_id is null then 'PENDING' else 'EXECUTING' end, f.worker_id,
        case when f.worker_id is not null then now() end,
        case when target.step_to = 'SOURCE' then timestamptz 'infinity' end
      from target, json_to_recordset(${rows}) as f (id uuid, file_name text, position integer,
        file_size bigint, file_hash text, mime_type text, worker_id text)
    )
    select target.*, (
      select json_agg(json_build_object('hash', hash, 'path', path))
      from (select hash, path from document union all ${documents.known}) every
    ) as stored
    from target`.execute(db)
  const [row] = found
  if (!row) return undefined
  const { stored, ...rest } = row
  return { execution: rest, stored: stored ?? [] }
}
