import { createHash } from 'node:crypto'
import type { KnownDocument } from '@recto/extraction/compare-documents'
import { type Identity, rolesOfFields } from '@recto/extraction/document-identity'
import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { FileRef } from '../../tools/tools.port.ts'

type Noted = {
  readonly workflowId: string
  readonly fileId: string
  readonly identity: Identity
}

/** That may have to do with one document: the newest of each kind. */
const mostFound = 50

/**
 * Keeps by what a file is recognised, and gives the other files of its workflow that may have to do with it, newest first,
 * with the digest of what is compared. Of two files at a time one sees the other, in whatever process they run. A file that
 * failed or was stopped is none; neither is one that is gone.
 */
export function noteIdentity(
  tenant: Tenant,
  { workflowId, fileId, identity: plain }: Noted,
): Promise<{
  readonly mine: Identity
  readonly others: readonly KnownDocument<FileRef>[]
}> {
  const mine = digestsOf(plain, workflowId)
  return inTransaction(tenant, async ({ db, organizationId }) => {
    const { issuer, number, order, date, total, account } = mine
    // In one order, so that no two wait for each other.
    for (const key of [issuer, number, order].filter((one) => one !== null).sort()) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
    }
    const values = { issuer, number, date, total, account, order_number: order }
    await db
      .insertInto('document_identity')
      .values({
        ...values,
        ...{ file_execution_id: fileId, organization_id: organizationId, workflow_id: workflowId },
      })
      .onConflict((conflict) => conflict.column('file_execution_id').doUpdateSet(values))
      .execute()
    const { rows } = await sql<FoundIdentity>`
      with found as (
        (select * from document_identity where ${ofWorkflow(organizationId, workflowId)}
          and number = ${number} order by created_at desc limit ${mostFound})
        union
        (select * from document_identity where ${ofWorkflow(organizationId, workflowId)}
          and order_number = ${order} order by created_at desc limit ${mostFound})
        union
        (select * from document_identity where ${ofWorkflow(organizationId, workflowId)}
          and issuer = ${issuer} and account is not null order by created_at desc limit ${mostFound})
      )
      select found.issuer, found.number, found.order_number as "order", found.date, found.total,
        found.account, file.id as file_id, file.execution_id, file.file_name
      from found join file_execution file on file.id = found.file_execution_id
      where file.organization_id = ${organizationId} and file.id <> ${fileId}
        and file.status in ('PENDING', 'EXECUTING', 'COMPLETED')
      order by found.created_at desc, file.id`.execute(db)
    return { mine, others: rows.map(asKnown) }
  })
}

const ofWorkflow = (organizationId: number, workflowId: string) =>
  sql`organization_id = ${organizationId} and workflow_id = ${workflowId}`

type FoundIdentity = Identity & FileRef & { readonly file_name: string }

function asKnown({ file_id, execution_id, file_name, ...identity }: FoundIdentity) {
  return { identity, name: file_name, ref: { execution_id, file_id } }
}

/** The workflow is part of it, so that nothing can be told of one from another. */
function digestsOf(identity: Identity, workflowId: string): Identity {
  const digests = rolesOfFields.map((role) => {
    const value = identity[role]
    const digest = value === null ? null : digestOf(`${workflowId} ${role} ${value}`)
    return [role, digest] as const
  })
  return Object.fromEntries(digests) as Identity
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')
