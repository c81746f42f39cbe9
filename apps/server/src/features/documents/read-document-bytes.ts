import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { getPlace } from './document-places.ts'

/** Throws when the organization keeps no such document. */
export async function readDocumentBytes(
  { files }: Pick<Context, 'files'>,
  tenant: Tenant,
  hash: string,
): Promise<Uint8Array> {
  const { original } = await getPlace(tenant, { hash })
  return files.readBytes(original)
}
