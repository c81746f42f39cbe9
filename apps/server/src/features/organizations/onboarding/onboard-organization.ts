import { invalid } from '../../../platform/app-error.ts'
import type { Actor, Context, RequestPlace } from '../../../platform/context.ts'
import type { Session } from '../../../platform/session.ts'
import { judgeAddress, plainAddress } from '../accounts/judge-address.ts'
import { tooMany } from '../accounts/refuse-access.ts'
import { type Equip, foundOrganization } from '../founding/found-organization.ts'
import { anyAddress, storeInvitation } from '../invitations/invite-members.ts'
import { countSensitiveRequest } from '../sign-in/slow-down.ts'

type OnboardOrganizationOptions = {
  /** A platform administrator. */
  readonly user: Session['user']
  readonly name: string
  readonly inviteeEmail: string
  readonly place: RequestPlace
  /** Origin of the link in the mail. */
  readonly origin: string
}

type OnboardedOrganization = { readonly slug: string; readonly link: string }

/**
 * Creates an organization whose first admin is the caller and invites another admin: both or
 * neither.
 */
export async function onboardOrganization(
  ctx: Context,
  equip: Equip,
  { user, name, inviteeEmail, place, origin }: OnboardOrganizationOptions,
): Promise<OnboardedOrganization> {
  const email = plainAddress(inviteeEmail)
  const wrong = await judgeAddress(email, anyAddress)
  if (wrong) throw invalid('invitee_email', wrong.detail)
  if (email === plainAddress(user.email)) {
    throw invalid(
      'invitee_email',
      'You are already the first admin of the new organization. Invite someone else.',
    )
  }
  const waitSeconds = await countSensitiveRequest(ctx, {
    purpose: 'invitation',
    address: place.address,
    concernedAddress: email,
  })
  if (waitSeconds !== undefined) throw tooMany(waitSeconds)

  return ctx.db.transaction().execute(async (db) => {
    const transaction = { ...ctx, db }
    const organization = await foundOrganization(transaction, equip, {
      founder: user,
      place,
      displayName: name,
    })
    const { id, slug } = organization
    const actor: Actor = {
      userId: user.id,
      email: user.email,
      role: 'admin',
      organization: { id, slug, name: organization.name },
      place,
    }
    const link = await storeInvitation(transaction, { actor, origin }, { email, role: 'admin' })
    return { slug, link }
  })
}
