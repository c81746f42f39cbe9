import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

export type IndexRow = Selectable<Tables['document_index']>

type IndexFilter = {
  readonly documentId?: string | undefined
  readonly profileId?: string | undefined
}

/** Newest change first. */
export async function listIndexRows(
  { db, organizationId }: Tenant,
  { documentId, profileId }: IndexFilter,
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

type NewIndex = {
  readonly documentId: string
  readonly profileId: string
  readonly rawIndexId: string
  readonly extractorKey: string
  /** The vector collection; absent if the document was not chunked. */
  readonly collection?: string | undefined
  /** The vector database that holds the collection. */
  readonly vectorDbId?: string | undefined
  readonly userId: number
}

export async function saveIndex(
  { db, organizationId }: Tenant,
  { documentId, profileId, rawIndexId, extractorKey, collection, vectorDbId, userId }: NewIndex,
): Promise<void> {
  const collections = JSON.stringify(collection ? [collection] : [])
  const extractionStatus = JSON.stringify({ [extractorKey]: true })
  const vectorDbs = JSON.stringify(collection && vectorDbId ? { [collection]: vectorDbId } : {})
  await db
    .insertInto('document_index')
    .values({
      organization_id: organizationId,
      document_id: documentId,
      profile_id: profileId,
      raw_index_id: rawIndexId,
      summarize_index_id: null,
      index_ids_history: collections,
      extraction_status: extractionStatus,
      vector_dbs: vectorDbs,
      created_by: userId,
      modified_by: userId,
    })
    .onConflict((c) =>
      c.constraint('document_index_key').doUpdateSet({
        raw_index_id: rawIndexId,
        index_ids_history: sql`(document_index.index_ids_history - ${collection ?? ''}::text) || ${collections}::jsonb`,
        extraction_status: sql`(document_index.extraction_status - ${extractorKey}::text) || ${extractionStatus}::jsonb`,
        vector_dbs: sql`document_index.vector_dbs || ${vectorDbs}::jsonb`,
        modified_by: userId,
        modified_at: new Date(),
      }),
    )
    .execute()
}

/** Removes deleted collections from the row. */
export async function removeCollections(
  { db, organizationId }: Tenant,
  { rowId, collections }: { readonly rowId: string; readonly collections: readonly string[] },
): Promise<void> {
  if (collections.length === 0) return
  const names = sql`${[...collections]}::text[]`
  await db
    .updateTable('document_index')
    .set({
      index_ids_history: sql`index_ids_history - ${names}`,
      vector_dbs: sql`vector_dbs - ${names}`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', rowId)
    .execute()
}
