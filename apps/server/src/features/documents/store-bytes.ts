import { createHash, randomUUID } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { type StoredDocument, storeDocument } from './store-document.ts'

/** The same for bytes in hand, such as a sample or what a source has delivered. */
export async function storeBytes(
  ctx: Pick<Context, 'files'>,
  tenant: Tenant,
  { bytes, mimeType }: { readonly bytes: Uint8Array; readonly mimeType: string },
): Promise<StoredDocument> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const path = `uploads/${randomUUID()}`
  await ctx.files.write(path, bytes)
  try {
    return await storeDocument(ctx, tenant, { hash, size: bytes.length, mimeType, path })
  } finally {
    await ctx.files.delete(path)
  }
}
