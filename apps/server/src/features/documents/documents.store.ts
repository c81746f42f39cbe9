import type { Tenant } from '../../platform/db/database.ts'

type Described = { readonly hash: string; readonly size: number; readonly mimeType: string }

/**
 * Until the transaction ends, the document cannot be forgotten. Any number may hold it at once, so
 * requests with the same content do not wait for each other.
 */
export async function holdDocument(tenant: Tenant, document: Described): Promise<void> {
  const { db, organizationId } = tenant
  const { hash, size, mimeType } = document
  await db
    .insertInto('stored_document')
    .values({ organization_id: organizationId, hash, size, mime_type: mimeType })
    .onConflict((c) => c.columns(['organization_id', 'hash']).doNothing())
    .execute()
  const held = await db
    .selectFrom('stored_document')
    .select('hash')
    .where('organization_id', '=', organizationId)
    .where('hash', '=', hash)
    .forKeyShare()
    .executeTakeFirst()
  // Forgotten between the two statements: it comes again.
  if (!held) await holdDocument(tenant, document)
}

/** False when there is no such document; the database refuses while something refers to it. */
export async function deleteDocumentRow(
  { db, organizationId }: Tenant,
  hash: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('stored_document')
    .where('organization_id', '=', organizationId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
