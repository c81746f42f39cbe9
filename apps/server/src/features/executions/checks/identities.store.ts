import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'

/** The compared values of a document; each is a digest. */
export type IdentityRow = {
  readonly seller: string | null
  readonly number: string | null
  readonly order_number: string | null
  readonly date: string | null
  readonly total: string | null
  readonly account: string | null
}

type SavedIdentity = {
  readonly workflowId: string
  readonly fileId: string
  readonly identity: IdentityRow
}

export type SimilarIdentity = IdentityRow & {
  readonly file_id: string
  readonly execution_id: string
  readonly file_name: string
}

/** Maximum number of similar files, the newest of each kind. */
const maxSimilarFiles = 50

/**
 * Saves the identity of a file and returns the similar files of its workflow, newest first, in one
 * statement (see the database function). Of two files that are saved at the same time, at least one
 * finds the other. Failed and stopped files are left out.
 */
export async function saveIdentity(
  { db, organizationId }: Tenant,
  { workflowId, fileId, identity }: SavedIdentity,
): Promise<readonly SimilarIdentity[]> {
  const identityJson = JSON.stringify({
    ...identity,
    file_execution_id: fileId,
    organization_id: organizationId,
    workflow_id: workflowId,
  })
  const { rows } = await sql<SimilarIdentity>`
    select * from note_document_identity(
      json_populate_record(null::document_identity, ${identityJson}::json), ${maxSimilarFiles}::integer)`.execute(
    db,
  )
  return rows
}
