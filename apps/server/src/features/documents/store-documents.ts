import { createHash } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { inTransaction, type Tenant } from '../../platform/db/database.ts'
import { lockDocuments, type StoredDocument } from './documents.store.ts'
import { deleteUnusedFiles, type ReceivedDocument, writeDocuments } from './write-documents.ts'

/**
 * Stores documents by content: the same content is stored once, whatever its names. The bytes are
 * written before the transaction in which `act` writes the rows that refer to them.
 */
export async function storeDocuments<T = void>(
  ctx: Pick<Context, 'files'>,
  tenant: Tenant,
  documents: readonly ReceivedDocument[],
  act?: (transaction: Tenant, storedDocuments: readonly StoredDocument[]) => Promise<T>,
): Promise<T> {
  const writtenDocuments = await writeDocuments(ctx, tenant, documents)
  // Whether the caller's transaction is rolled back is not known here, so its files stay.
  let unusedPaths: readonly string[] = tenant.db.isTransaction
    ? []
    : writtenDocuments.map(({ path }) => path)
  try {
    return await inTransaction(tenant, async (transaction) => {
      const lockedDocuments = await lockDocuments(transaction, writtenDocuments)
      const result = await act?.(transaction, lockedDocuments.stored)
      // From here on a commit may succeed although the connection is lost, so the files stay.
      unusedPaths = lockedDocuments.unusedPaths
      return result as T
    })
  } finally {
    await deleteUnusedFiles(ctx, unusedPaths)
  }
}

type BytesToStore = { readonly bytes: Uint8Array; readonly mimeType: string }
type StoredBytes = { readonly hash: string; readonly size: number; readonly mimeType: string }

/** Stores bytes in memory as a document, such as a sample or a downloaded file. */
export async function storeBytes(
  ctx: Pick<Context, 'files'>,
  tenant: Tenant,
  { bytes, mimeType }: BytesToStore,
): Promise<StoredBytes> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const storedBytes = { hash, size: bytes.length, mimeType }
  await storeDocuments(ctx, tenant, [{ ...storedBytes, content: { bytes } }])
  return storedBytes
}
