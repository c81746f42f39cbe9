import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { violatesReference } from '../../platform/db/database-errors.ts'
import { getOrganizationFolder, toDocumentLocation } from './document-location.ts'
import { deleteStoredDocumentRow } from './documents.store.ts'

/**
 * Deletes a document and the files derived from it; does nothing while another row refers to it.
 * Must not be called in a transaction, which the refusal of the database would abort.
 */
export async function deleteStoredDocument(
  { db, files }: Pick<Context, 'db' | 'files'>,
  { organizationId }: Pick<Tenant, 'organizationId'>,
  hash: string,
): Promise<void> {
  const tenant = { db, organizationId }
  try {
    const row = await deleteStoredDocumentRow(tenant, hash)
    if (!row) return
    // A concurrent request with the same content writes to a different path.
    const { original, derivedFolder } = toDocumentLocation(tenant, hash, row.path)
    await Promise.all([files.delete(original), files.delete(derivedFolder)])
  } catch (error) {
    if (!violatesReference(error)) throw error
  }
}

/** Deletes documents that nothing refers to any more. */
export async function deleteUnreferencedDocuments(
  ctx: Pick<Context, 'db' | 'files'>,
  {
    organizationId,
    hashes,
  }: { readonly organizationId: number; readonly hashes: readonly string[] },
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  for (const hash of hashes) await deleteStoredDocument(ctx, tenant, hash)
}

/** Deletes all files of an organization, whatever its rows say about them. */
export async function deleteDocumentsOfOrganization(
  { files }: Pick<Context, 'files'>,
  owner: Pick<Tenant, 'organizationId'>,
): Promise<void> {
  await files.delete(getOrganizationFolder(owner))
}
