import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { originalOf } from './document-paths.ts'

/** Throws when the organization keeps no such document. */
export async function readDocumentBytes(
  { files }: Pick<Context, 'files'>,
  tenant: Pick<Tenant, 'organizationId'>,
  hash: string,
): Promise<Uint8Array> {
  return files.readBytes(originalOf(tenant, hash))
}
