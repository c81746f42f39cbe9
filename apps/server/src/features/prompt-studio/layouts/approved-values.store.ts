import type { Tenant } from '../../../platform/db/database.ts'

export type ApprovedValueRow = {
  readonly key: string
  readonly type: string
  readonly document_hash: string
  readonly value: string | null
  readonly evidence: unknown
}

/** Lists the expected values of documents for the active prompts of the project. */
export async function listApprovedValues(
  { db, organizationId }: Tenant,
  projectId: string,
  documentHashes: readonly string[],
): Promise<ApprovedValueRow[]> {
  if (documentHashes.length === 0) return []
  return (
    db
      .selectFrom('truth')
      .innerJoin('prompt', 'prompt.id', 'truth.prompt_id')
      .select(['prompt.key', 'prompt.enforce_type as type'])
      .select(['truth.document_hash', 'truth.value', 'truth.evidence'])
      .where('truth.organization_id', '=', organizationId)
      .where('prompt.project_id', '=', projectId)
      .where('prompt.prompt_type', '=', 'PROMPT')
      .where('truth.document_hash', 'in', [...documentHashes])
      // A contradicted value is not approved.
      .where('truth.other_at', 'is', null)
      .execute()
  )
}

/** Returns the time of the newest expected value of the project; `undefined` if there is none. */
export async function getLastApprovalTime(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('truth')
    .innerJoin('prompt', 'prompt.id', 'truth.prompt_id')
    .select('truth.modified_at')
    .where('truth.organization_id', '=', organizationId)
    .where('prompt.project_id', '=', projectId)
    .orderBy('truth.modified_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.modified_at
}
