import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { folderOf } from './document-places.ts'

/** Removes all bytes that an organization keeps, whatever its rows say of them. */
export async function forgetOrganization(
  { files }: Pick<Context, 'files'>,
  owner: Pick<Tenant, 'organizationId'>,
): Promise<void> {
  await files.delete(folderOf(owner))
}
