import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

export type IndexRow = Selectable<Tables['document_index']>

type Filter = {
  readonly documentId?: string | undefined
  readonly profileId?: string | undefined
}

/** Newest change first. */
export async function listIndexRows(
  { db, organizationId }: Tenant,
  { documentId, profileId }: Filter,
): Promise<IndexRow[]> {
  return db
    .selectFrom('document_index')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .$if(documentId !== undefined, (q) => q.where('document_id', '=', documentId ?? ''))
    .$if(profileId !== undefined, (q) => q.where('profile_id', '=', profileId ?? ''))
    .orderBy('modified_at', 'desc')
    .execute()
}

type Indexing = {
  readonly documentId: string
  readonly profileId: string
  readonly rawIndexId: string
  readonly extractorKey: string
  /** The collection of vectors that was made; absent when the document was not cut. */
  readonly collection?: string | undefined
  readonly userId: number
}

export async function saveIndex(
  { db, organizationId }: Tenant,
  { documentId, profileId, rawIndexId, extractorKey, collection, userId }: Indexing,
): Promise<void> {
  const made = JSON.stringify(collection ? [collection] : [])
  const read = JSON.stringify({ [extractorKey]: true })
  await db
    .insertInto('document_index')
    .values({
      organization_id: organizationId,
      document_id: documentId,
      profile_id: profileId,
      raw_index_id: rawIndexId,
      summarize_index_id: null,
      index_ids_history: made,
      extraction_status: read,
      created_by: userId,
      modified_by: userId,
    })
    .onConflict((c) =>
      c.constraint('document_index_key').doUpdateSet({
        raw_index_id: rawIndexId,
        index_ids_history: sql`(document_index.index_ids_history - ${collection ?? ''}::text) || ${made}::jsonb`,
        extraction_status: sql`(document_index.extraction_status - ${extractorKey}::text) || ${read}::jsonb`,
        modified_by: userId,
        modified_at: new Date(),
      }),
    )
    .execute()
}
