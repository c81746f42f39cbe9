import type { Context } from '../../../platform/context.ts'
import { listOrganizationsOf, type OrganizationRow } from './organizations.store.ts'

/** Those that a user is a member of. */
export async function listOwnOrganizations(
  { db }: Pick<Context, 'db'>,
  userId: number,
): Promise<OrganizationRow[]> {
  return listOrganizationsOf(db, userId)
}
