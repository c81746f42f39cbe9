import type { Context } from '../../../platform/context.ts'
import type { Session } from '../../../platform/session.ts'
import { accessRefused } from '../accounts/refuse-access.ts'
import { findMember } from '../members/members.store.ts'
import {
  findOrganizationBySlug,
  type OrganizationRow,
} from '../organization/organizations.store.ts'
import { isClosedWithoutFactor, updateSessionOrganization } from './sessions.store.ts'

export const secondFactorText =
  'This organization requires a second factor. Set one up for your account first.'

/**
 * Switches a session to an organization; `undefined` when its user is not a member. Throws if the
 * organization is closed to the user until they have a second factor.
 */
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
  const { proof = 'password' } = session
  const { second_factor } = organization
  if (isClosedWithoutFactor({ proof, role: member.role, second_factor })) {
    throw accessRefused('second_factor', secondFactorText)
  }
  return organization
}
