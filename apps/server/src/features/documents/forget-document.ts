import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { breaksReference } from '../../platform/db/refusals.ts'
import { folderOf } from './document-paths.ts'
import { deleteDocumentRow } from './documents.store.ts'

/**
 * Removes the document and its texts; nothing happens while another row refers to it. Not to be
 * called inside a transaction, which a refusal of the database would end.
 */
export async function forgetDocument(
  { db, files }: Pick<Context, 'db' | 'files'>,
  { organizationId }: Pick<Tenant, 'organizationId'>,
  hash: string,
): Promise<void> {
  const tenant = { db, organizationId }
  try {
    await inTransaction(tenant, async (within) => {
      // The row stays locked until the files are gone: who stores the same content now, waits.
      if (await deleteDocumentRow(within, hash)) await files.delete(folderOf(tenant, hash))
    })
  } catch (error) {
    if (!breaksReference(error)) throw error
  }
}
