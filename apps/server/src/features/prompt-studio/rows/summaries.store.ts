import type { Tenant } from '../../../platform/db/database.ts'

type Of = { readonly documentId: string; readonly profileId: string }
export type Summary = { readonly id: string; readonly text: string }

export async function findSummary(
  { db, organizationId }: Tenant,
  { documentId, profileId }: Of,
): Promise<Summary | undefined> {
  return db
    .selectFrom('document_summary')
    .select(['summary_id as id', 'text'])
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where('profile_id', '=', profileId)
    .executeTakeFirst()
}

type Made = Of & Summary & { readonly userId: number }

/** Keeps the summary and marks the document as summarised by the profile. Call it in a transaction. */
export async function saveSummary(
  { db, organizationId }: Tenant,
  { documentId, profileId, id, text, userId }: Made,
): Promise<void> {
  const of = { organization_id: organizationId, document_id: documentId, profile_id: profileId }
  const kept = { summary_id: id, text, created_at: new Date() }
  await db
    .insertInto('document_summary')
    .values({ ...of, ...kept })
    .onConflict((c) => c.columns(['document_id', 'profile_id']).doUpdateSet(kept))
    .execute()
  const mark = { summarize_index_id: id, modified_by: userId }
  const nothingElse = { raw_index_id: null, index_ids_history: '[]', extraction_status: '{}' }
  await db
    .insertInto('document_index')
    .values({ ...of, ...mark, ...nothingElse, created_by: userId })
    .onConflict((c) =>
      c.constraint('document_index_key').doUpdateSet({ ...mark, modified_at: new Date() }),
    )
    .execute()
}
