import type { Readable } from 'node:stream'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { getPlace } from './document-places.ts'

/** The bytes of a document as they come. Throws when the organization keeps no such document. */
export async function streamDocument(
  { files }: Pick<Context, 'files'>,
  tenant: Tenant,
  hash: string,
): Promise<Readable> {
  const { original } = await getPlace(tenant, { hash })
  return files.read(original)
}
