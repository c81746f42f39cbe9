import type { Readable } from 'node:stream'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { getDocumentLocation } from './document-location.ts'
import { findStoredDocument } from './documents.store.ts'

/** Throws when the organization has no such document. */
export async function readDocumentBytes(
  { files }: Pick<Context, 'files'>,
  tenant: Tenant,
  hash: string,
): Promise<Uint8Array> {
  const { original } = await getDocumentLocation(tenant, { hash })
  return files.readBytes(original)
}

/** Streams the bytes of a document. Throws when the organization has no such document. */
export async function streamDocument(
  { files }: Pick<Context, 'files'>,
  tenant: Tenant,
  hash: string,
): Promise<Readable> {
  const { original } = await getDocumentLocation(tenant, { hash })
  return files.read(original)
}

/** Returns the size in bytes; 0 when the organization has no such document. */
export async function getDocumentSize(tenant: Tenant, hash: string): Promise<number> {
  return Number((await findStoredDocument(tenant, hash))?.size ?? 0)
}
