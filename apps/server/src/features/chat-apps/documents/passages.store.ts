import type { Tenant } from '../../../platform/db/database.ts'

type PassagesEntry = {
  readonly collection: string
  readonly documentId: string
  readonly vectorDbId: string
  /** Whether the whole document is indexed. */
  readonly isWhole: boolean
}

export async function isIndexed(
  { db, organizationId }: Tenant,
  collection: string,
): Promise<boolean> {
  const collections = await db
    .selectFrom('app_passages')
    .select('is_whole')
    .where('organization_id', '=', organizationId)
    .where('collection', '=', collection)
    .executeTakeFirst()
  return collections?.is_whole === true
}

export async function savePassages(
  { db, organizationId }: Tenant,
  { collection, documentId, vectorDbId, isWhole }: PassagesEntry,
): Promise<void> {
  await db
    .insertInto('app_passages')
    .values({
      collection,
      organization_id: organizationId,
      is_whole: isWhole,
      document_id: documentId,
      vector_db_id: vectorDbId,
    })
    .onConflict((conflict) => conflict.column('collection').doUpdateSet({ is_whole: isWhole }))
    .execute()
}

export type SavedPassages = { readonly collection: string; readonly vector_db_id: string }

export async function findPassages(
  { db, organizationId }: Tenant,
  documentId: string,
): Promise<SavedPassages[]> {
  return db
    .selectFrom('app_passages')
    .select(['collection', 'vector_db_id'])
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .execute()
}

const portion = 500

/** Returns collections of all documents of an organization, in the order of their names. */
export async function listPassages(
  { db, organizationId }: Tenant,
  afterCollection: string,
): Promise<{ collection: string; vectorDbId: string }[]> {
  return db
    .selectFrom('app_passages')
    .select(['collection', 'vector_db_id as vectorDbId'])
    .where('organization_id', '=', organizationId)
    .where('collection', '>', afterCollection)
    .orderBy('collection')
    .limit(portion)
    .execute()
}

export async function deletePassages(
  { db, organizationId }: Tenant,
  collection: string,
): Promise<void> {
  await db
    .deleteFrom('app_passages')
    .where('organization_id', '=', organizationId)
    .where('collection', '=', collection)
    .execute()
}
