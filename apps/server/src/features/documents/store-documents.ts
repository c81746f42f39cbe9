import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { holdDocuments, type StoredDocument } from './documents.store.ts'
import { type ArrivedDocument, dropFiles, keepDocuments } from './keep-documents.ts'

/**
 * Keeps documents under their content: the same content is there once, whatever its names. The bytes
 * are written before the transaction in which `act` writes the rows that refer to them.
 */
export async function storeDocuments<T = void>(
  ctx: Pick<Context, 'files'>,
  tenant: Tenant,
  documents: readonly ArrivedDocument[],
  act?: (within: Tenant, stored: readonly StoredDocument[]) => Promise<T>,
): Promise<T> {
  const kept = await keepDocuments(ctx, tenant, documents)
  // Whether a transaction of the caller's is rolled back, is not known here.
  let superfluous: readonly string[] = tenant.db.isTransaction ? [] : kept.map(({ path }) => path)
  try {
    return await inTransaction(tenant, async (within) => {
      const held = await holdDocuments(within, kept)
      const result = await act?.(within, held.stored)
      // From here on nobody can be sure: a commit may happen and fail to tell.
      superfluous = held.superfluous
      return result as T
    })
  } finally {
    await dropFiles(ctx, superfluous)
  }
}
