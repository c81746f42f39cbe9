import type { Installation } from '../../../platform/db/database.ts'
import { listOrganizationsOf, type OrganizationRow } from './organizations.store.ts'

/** Lists the organizations that a user is a member of. */
export async function listOwnOrganizations(
  installation: Installation,
  userId: number,
): Promise<OrganizationRow[]> {
  return listOrganizationsOf(installation, userId)
}
