import type { Tenant } from '../../platform/db/database.ts'

/** A document whose bytes are written durably. Nothing refers to it until it has a row. */
export type WrittenDocument = {
  readonly hash: string
  readonly size: number
  readonly mimeType: string
  readonly path: string
}

/**
 * Builds a query that inserts the missing rows of documents and returns their hashes. An existing
 * row may be deleted before the statement ends: then the foreign key of what refers to it fails,
 * and the statement is repeated.
 */
function buildDocumentInsert(
  { db, organizationId }: Tenant,
  documents: readonly WrittenDocument[],
) {
  // A fixed order, so that two requests with the same files cannot deadlock.
  const sortedDocuments = documents.toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
  return db
    .insertInto('stored_document')
    .values(
      sortedDocuments.map(({ hash, size, mimeType, path }) => ({
        organization_id: organizationId,
        hash,
        size,
        mime_type: mimeType,
        path,
      })),
    )
    .onConflict((c) => c.columns(['organization_id', 'hash']).doNothing())
    .returning('hash')
}

/** A document that has a row. */
export type StoredDocument = {
  readonly hash: string
  /** Path of its bytes; null for documents stored by earlier versions. */
  readonly path: string | null
}

type LockedDocuments = {
  readonly stored: readonly StoredDocument[]
  /**
   * Written files that are not needed, because an existing row of the same content has another
   * file.
   */
  readonly unusedPaths: readonly string[]
}

/**
 * Inserts the missing rows of documents and locks all rows against deletion until the transaction
 * ends. The lock is shared, so requests with the same content do not wait for each other.
 */
export async function lockDocuments(
  tenant: Tenant,
  documents: readonly WrittenDocument[],
): Promise<LockedDocuments> {
  if (documents.length === 0) return { stored: [], unusedPaths: [] }
  const insertedHashes = new Set(
    (await buildDocumentInsert(tenant, documents).execute()).map(getHash),
  )
  const isInserted = ({ hash }: WrittenDocument) => insertedHashes.has(hash)
  const existingDocuments = documents.filter((document) => !isInserted(document))
  const lockedRows =
    existingDocuments.length > 0 ? await lockRows(tenant, existingDocuments.map(getHash)) : []
  const lockedHashes = new Set(lockedRows.map(getHash))
  // Rows deleted between the two statements are inserted again.
  const repeatedLock = await lockDocuments(
    tenant,
    existingDocuments.filter(({ hash }) => !lockedHashes.has(hash)),
  )
  const neededPaths = new Set(lockedRows.map(({ path }) => path))
  const unusedDocuments = existingDocuments.filter(
    ({ hash, path }) => lockedHashes.has(hash) && !neededPaths.has(path),
  )
  return {
    stored: [...documents.filter(isInserted), ...lockedRows, ...repeatedLock.stored],
    unusedPaths: [...unusedDocuments.map(({ path }) => path), ...repeatedLock.unusedPaths],
  }
}

const getHash = ({ hash }: { readonly hash: string }) => hash

async function lockRows(
  { db, organizationId }: Tenant,
  hashes: readonly string[],
): Promise<StoredDocument[]> {
  return db
    .selectFrom('stored_document')
    .select(['hash', 'path'])
    .where('organization_id', '=', organizationId)
    .where('hash', 'in', hashes)
    .orderBy('hash')
    .forKeyShare()
    .execute()
}

export async function findStoredDocument(
  { db, organizationId }: Tenant,
  hash: string,
): Promise<{ readonly path: string | null; readonly size: number } | undefined> {
  return db
    .selectFrom('stored_document')
    .select(['path', 'size'])
    .where('organization_id', '=', organizationId)
    .where('hash', '=', hash)
    .executeTakeFirst()
}

/**
 * Returns `undefined` when there is no such document. The database refuses to delete a document
 * that something refers to.
 */
export async function deleteStoredDocumentRow(
  { db, organizationId }: Tenant,
  hash: string,
): Promise<{ readonly path: string | null } | undefined> {
  return db
    .deleteFrom('stored_document')
    .where('organization_id', '=', organizationId)
    .where('hash', '=', hash)
    .returning('path')
    .executeTakeFirst()
}
