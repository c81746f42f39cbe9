import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { breaksReference } from '../../platform/db/refusals.ts'
import { placeOf } from './document-places.ts'
import { deleteDocumentRow } from './documents.store.ts'

/**
 * Removes the document and what was made of it; nothing happens while another row refers to it. Not
 * to be called inside a transaction, which a refusal of the database would end.
 */
export async function forgetDocument(
  { db, files }: Pick<Context, 'db' | 'files'>,
  { organizationId }: Pick<Tenant, 'organizationId'>,
  hash: string,
): Promise<void> {
  const tenant = { db, organizationId }
  try {
    const row = await deleteDocumentRow(tenant, hash)
    if (!row) return
    // Who stores the same content now, has a file of another name.
    const { original, derived } = placeOf(tenant, hash, row.path)
    await Promise.all([files.delete(original), files.delete(derived)])
  } catch (error) {
    if (!breaksReference(error)) throw error
  }
}
