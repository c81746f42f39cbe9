import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'

/** A truth of a prompt that is asked, with the document on which it can be answered again. */
export type VerifiableTruth = {
  readonly key: string
  readonly type: string
  readonly value: string | null
  /** Somebody else says something else: which is right is not known. */
  readonly isContradicted: boolean
  readonly hash: string
  /** In the project; null of one that was only looked at in review. */
  readonly documentId: string | null
  readonly documentName: string
  readonly sealedPassword: string | null
  /**
   * Whether the document can be read: the project has it, or what was reviewed is still kept for its run. A truth
   * holds no document.
   */
  readonly isKept: boolean
}

/** Document by document, so many at most. */
export async function listVerifiableTruths(
  { db, organizationId }: Tenant,
  { projectId, limit }: { readonly projectId: string; readonly limit: number },
): Promise<readonly VerifiableTruth[]> {
  const { rows } = await sql<VerifiableTruth>`
    select prompt.key, prompt.enforce_type as type, truth.value,
      truth.other_at is not null as "isContradicted", truth.document_hash as hash,
      document.id as "documentId",
      coalesce(document.name, truth.document_name, 'a reviewed document') as "documentName",
      document.sealed_password as "sealedPassword",
      document.id is not null or (truth.source = 'review' and stored.hash is not null) as "isKept"
    from truth
    join prompt on prompt.id = truth.prompt_id
    left join lateral (
      select id, name, sealed_password from prompt_document
      where organization_id = ${organizationId} and project_id = ${projectId} and hash = truth.document_hash
      order by created_at, id limit 1
    ) document on true
    left join stored_document stored
      on stored.organization_id = truth.organization_id and stored.hash = truth.document_hash
    where truth.organization_id = ${organizationId} and prompt.project_id = ${projectId}
      and prompt.prompt_type = 'PROMPT' and prompt.active
    order by truth.document_hash, prompt.sequence_number, prompt.key
    limit ${limit}`.execute(db)
  return rows
}
