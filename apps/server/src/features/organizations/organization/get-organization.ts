import { notFound } from '../../../platform/app-error.ts'
import type { Actor } from '../../../platform/context.ts'
import type { Installation } from '../../../platform/db/database.ts'
import {
  findOrganizationBySlug,
  listOrganizationsOf,
  type OrganizationRow,
} from './organizations.store.ts'

/** Loads the organization of the actor. */
export async function getOrganization(
  installation: Installation,
  actor: Actor,
): Promise<OrganizationRow> {
  const organization = await findOrganizationBySlug(installation, actor.organization.slug)
  if (!organization) throw notFound('organization')
  return organization
}

/** Lists the organizations that a user is a member of. */
export async function listOwnOrganizations(
  installation: Installation,
  userId: number,
): Promise<OrganizationRow[]> {
  return listOrganizationsOf(installation, userId)
}
