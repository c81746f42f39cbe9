import type { Installation } from '../../../platform/db/database.ts'
import { tooMany } from '../accounts/refuse-access.ts'
import { findOrganizationBySlug } from '../organization/organizations.store.ts'
import { countSensitiveRequest } from './slow-down.ts'

type LookUp = { readonly slug: string; readonly address: string; readonly userId: number }

/** Whether an organization has this slug. Slowed down, so that nobody can try a list of names. */
export async function organizationExists(
  installation: Installation,
  { slug, address, userId }: LookUp,
): Promise<boolean> {
  const waitSeconds = await countSensitiveRequest(installation, {
    purpose: 'organization',
    address,
    userId,
  })
  if (waitSeconds !== undefined) throw tooMany(waitSeconds)
  const organization = await findOrganizationBySlug(installation, slug)
  return organization !== undefined
}
