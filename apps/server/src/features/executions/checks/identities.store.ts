import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'

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
 * Keeps by what a file is recognised, and gives the other files of its workflow that may have to do with it, newest first.
 * Of two files at a time one sees the other, in whatever process they run. A file that failed or was stopped is none.
 */
export function noteIdentity(
  tenant: Tenant,
  { workflowId, fileId, identity }: Noted,
): Promise<readonly FoundIdentity[]> {
  const { seller, number, order_number: order } = identity
  return inTransaction(tenant, async ({ db, organizationId }) => {
    // In one order, so that no two wait for each other.
    for (const key of [seller, number, order].filter((one) => one !== null).sort()) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
    }
    await db
      .insertInto('document_identity')
      .values({
        ...identity,
        ...{ file_execution_id: fileId, organization_id: organizationId, workflow_id: workflowId },
      })
      .onConflict((conflict) => conflict.column('file_execution_id').doUpdateSet(identity))
      .execute()
    const isOfWorkflow = sql`organization_id = ${organizationId} and workflow_id = ${workflowId}`
    const newest = sql`order by created_at desc limit ${mostFound}`
    const { rows } = await sql<FoundIdentity>`
      with found as (
        (select * from document_identity where ${isOfWorkflow} and number = ${number} ${newest})
        union
        (select * from document_identity where ${isOfWorkflow} and order_number = ${order} ${newest})
        union
        (select * from document_identity
          where ${isOfWorkflow} and seller = ${seller} and account is not null ${newest})
      )
      select found.seller, found.number, found.order_number, found.date, found.total,
        found.account, file.id as file_id, file.execution_id, file.file_name
      from found join file_execution file on file.id = found.file_execution_id
      where file.organization_id = ${organizationId} and file.id <> ${fileId}
        and file.status in ('PENDING', 'EXECUTING', 'COMPLETED')
      order by found.created_at desc, file.id`.execute(db)
    return rows
  })
}
