import type { SessionReply, UserProfile } from '@recto/contract/organizations/session'
import { omitUndefined } from '@recto/omit-undefined'
import type { Config } from '../../platform/config/config.ts'
import type { Session } from '../../platform/session.ts'
import { isManagedExternally } from './members/managed-externally.ts'
import type { MemberRow } from './members/members.store.ts'
import { presentRole } from './members/roles.ts'
import type { OrganizationRow } from './organization/organizations.store.ts'

/**
 * Presents a session. Provider `oidc` says that an identity provider manages the members of the
 * organization.
 */
export function presentSession(
  { user, actor, isPlatformAdmin, leftOrganization, needsSecondFactor }: Session,
  config: Pick<Config, 'productId' | 'access'>,
): SessionReply {
  return {
    id: user.id,
    user_id: String(user.id),
    email: user.email,
    organization_id: actor?.organization.slug ?? null,
    role: actor ? presentRole(actor.role, config.productId) : null,
    provider: actor && isManagedExternally(config, actor) ? 'oidc' : '',
    // Older clients know none of these fields.
    ...omitUndefined({
      is_platform_admin: isPlatformAdmin || undefined,
      left_organization: leftOrganization || undefined,
      needs_second_factor: needsSecondFactor || undefined,
    }),
  }
}

export function presentUser({ id, username, email }: Session['user']) {
  return {
    id: String(id),
    email,
    name: username,
    display_name: username,
    family_name: null,
    picture: null,
  }
}

export function presentProfile(member: MemberRow): UserProfile {
  const { userId: id, username, email } = member
  return {
    ...presentUser({ id, username, email }),
    is_admin: member.role === 'admin',
    login_onboarding_message_displayed: member.hasSeenLoginMessage,
    prompt_onboarding_message_displayed: member.hasSeenPromptMessage,
  }
}

export function presentOrganization({ slug, name, display_name, created_at }: OrganizationRow) {
  const createdAt = created_at.toISOString().replace('T', ' ').replace('Z', '000+00:00')
  return { name, display_name, organization_id: slug, created_at: createdAt }
}

/** Presents an organization as an option that a person can choose. */
export const presentChoice = ({ slug, name, display_name }: OrganizationRow) => ({
  id: slug,
  name,
  display_name,
})
