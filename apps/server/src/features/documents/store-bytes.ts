import { createHash } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { storeDocuments } from './store-documents.ts'

type Bytes = { readonly bytes: Uint8Array; readonly mimeType: string }
type StoredBytes = { readonly hash: string; readonly size: number; readonly mimeType: string }

/** The same for bytes in hand, such as a sample or what a source has delivered. */
export async function storeBytes(
  ctx: Pick<Context, 'files'>,
  tenant: Tenant,
  { bytes, mimeType }: Bytes,
): Promise<StoredBytes> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const stored = { hash, size: bytes.length, mimeType }
  await storeDocuments(ctx, tenant, [{ ...stored, content: { bytes } }])
  return stored
}
