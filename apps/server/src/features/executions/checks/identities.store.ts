import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'

/** What is compared of a document; each a digest. */
export type IdentityRow = {
  readonly seller: string | null
  readonly number: string | null
  readonly order_number: string | null
  readonly date: string | null
  readonly total: string | null
  readonly account: string | null
}

type Noted = {
  readonly workflowId: string
  readonly fileId: string
  readonly identity: IdentityRow
}

export type FoundIdentity = IdentityRow & {
  readonly file_id: string
  readonly execution_id: string
  readonly file_name: string
}

/** That may have to do with one document: the newest of each kind. */
const mostFound = 50

/**
 * Keeps by what a file is recognised, and gives the other files of its workflow that may have to do with it, newest first;
 * one statement, see the function. Of two files at a time one sees the other, in whatever process they run. A file that
 * failed or was stopped is none.
 */
export async function noteIdentity(
  { db, organizationId }: Tenant,
  { workflowId, fileId, identity }: Noted,
): Promise<readonly FoundIdentity[]> {
  const noted = JSON.stringify({
    ...identity,
    ...{ file_execution_id: fileId, organization_id: organizationId, workflow_id: workflowId },
  })
  const { rows } = await sql<FoundIdentity>`
    select * from note_document_identity(
      json_populate_record(null::document_identity, ${noted}::json), ${mostFound}::integer)`.execute(
    db,
  )
  return rows
}
