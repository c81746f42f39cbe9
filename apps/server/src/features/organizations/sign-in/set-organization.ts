import type { Context } from '../../../platform/context.ts'
import type { Session } from '../../../platform/session.ts'
import { findMember } from '../members/members.store.ts'
import {
  findOrganizationBySlug,
  type OrganizationRow,
} from '../organization/organizations.store.ts'
import { updateSessionOrganization } from './sessions.store.ts'

/** Switches a session to an organization; `undefined` when its user is not a member. */
export async function setOrganization(
  { db }: Pick<Context, 'db'>,
  session: Session,
  slug: string,
): Promise<OrganizationRow | undefined> {
  const organization = await findOrganizationBySlug({ db }, slug)
  if (!organization) return undefined
  const member = await findMember({ db, organizationId: organization.id }, session.user.id)
  if (!member) return undefined
  await updateSessionOrganization({ db }, session.tokenHash, organization.id)
  return organization
}
