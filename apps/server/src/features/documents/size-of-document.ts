import type { Tenant } from '../../platform/db/database.ts'
import { findDocumentRow } from './documents.store.ts'

/** In bytes; 0 when the organization keeps no such document. */
export async function sizeOfDocument(tenant: Tenant, hash: string): Promise<number> {
  return Number((await findDocumentRow(tenant, hash))?.size ?? 0)
}
