import type { Tenant } from '../../platform/db/database.ts'

type Described = { readonly hash: string; readonly size: number; readonly mimeType: string }

/** Holds the row until the transaction ends, so that the document cannot be forgotten meanwhile. */
export async function touchDocument(
  { db, organizationId }: Tenant,
  { hash, size, mimeType }: Described,
): Promise<void> {
  await db
    .insertInto('stored_document')
    .values({ organization_id: organizationId, hash, size, mime_type: mimeType })
    .onConflict((c) =>
      c.columns(['organization_id', 'hash']).doUpdateSet({ touched_at: new Date() }),
    )
    .execute()
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
