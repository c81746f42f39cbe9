import type { Tenant } from '../../../platform/db/database.ts'

type SummaryKey = { readonly documentId: string; readonly profileId: string }
export type Summary = { readonly id: string; readonly text: string }

export async function findSummary(
  { db, organizationId }: Tenant,
  { documentId, profileId }: SummaryKey,
): Promise<Summary | undefined> {
  return db
    .selectFrom('document_summary')
    .select(['summary_id as id', 'text'])
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where('profile_id', '=', profileId)
    .executeTakeFirst()
}

type NewSummary = SummaryKey & Summary & { readonly userId: number }

/**
 * Saves the summary and marks the document as summarized by the profile. Call it in a transaction.
 */
export async function saveSummary(
  { db, organizationId }: Tenant,
  { documentId, profileId, id, text, userId }: NewSummary,
): Promise<void> {
  const key = { organization_id: organizationId, document_id: documentId, profile_id: profileId }
  const summary = { summary_id: id, text, created_at: new Date() }
  await db
    .insertInto('document_summary')
    .values({ ...key, ...summary })
    .onConflict((c) => c.columns(['document_id', 'profile_id']).doUpdateSet(summary))
    .execute()
  const indexChanges = { summarize_index_id: id, modified_by: userId }
  const emptyIndex = { raw_index_id: null, index_ids_history: '[]', extraction_status: '{}' }
  await db
    .insertInto('document_index')
    .values({ ...key, ...indexChanges, ...emptyIndex, created_by: userId })
    .onConflict((c) =>
      c.constraint('document_index_key').doUpdateSet({ ...indexChanges, modified_at: new Date() }),
    )
    .execute()
}
