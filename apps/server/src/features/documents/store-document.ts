import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { originalOf } from './document-paths.ts'
import { holdDocument } from './documents.store.ts'

/** A file that lies somewhere in the file store and is to be kept. */
export type ArrivedDocument = {
  /** SHA-256 of the content, hexadecimal. */
  readonly hash: string
  readonly size: number
  readonly mimeType: string
  readonly path: string
}

export type StoredDocument = Pick<ArrivedDocument, 'hash' | 'size' | 'mimeType'>

/**
 * Keeps the file under its content: the same content is there once, whatever its names. The file
 * moves from its place unless the content was kept already. Call it in the transaction that writes
 * the row which refers to the document.
 */
export async function storeDocument(
  { files }: Pick<Context, 'files'>,
  tenant: Tenant,
  { hash, size, mimeType, path }: ArrivedDocument,
): Promise<StoredDocument> {
  await inTransaction(tenant, async (within) => {
    await holdDocument(within, { hash, size, mimeType })
    const place = originalOf(tenant, hash)
    if (!(await files.stat(place))) await files.move(path, place)
  })
  return { hash, size, mimeType }
}

/** Several at once, always in the same order: two requests with the same files cannot block each other. */
export async function storeDocuments(
  ctx: Pick<Context, 'files'>,
  tenant: Tenant,
  documents: readonly ArrivedDocument[],
): Promise<void> {
  const ordered = documents.toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
  await inTransaction(tenant, async (within) => {
    for (const document of ordered) await storeDocument(ctx, within, document)
  })
}
