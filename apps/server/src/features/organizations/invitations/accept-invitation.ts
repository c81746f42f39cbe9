import type { Role } from '@recto/contract/policy/policy'
import { invalid } from '../../../platform/app-error.ts'
import type { Context, RequestPlace } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { Session } from '../../../platform/session.ts'
import { type AccountRow, findAccountByAddress, insertAccount } from '../accounts/accounts.store.ts'
import { judgePassword } from '../accounts/judge-password.ts'
import { digestOf } from '../accounts/one-time-token.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { accessRefused, linkIsClosed, tooMany } from '../accounts/refuse-access.ts'
import { recordChange } from '../audit/record-change.ts'
import { addMember } from '../members/add-member.ts'
import { findOrganization, type OrganizationRow } from '../organization/organizations.store.ts'
import { updateSessionOrganization } from '../sign-in/sessions.store.ts'
import { countSensitiveRequest } from '../sign-in/slow-down.ts'
import {
  consumeInvitation,
  findInvitationByToken,
  type InvitationRow,
} from './invitations.store.ts'

type AcceptInvitationHandle = {
  readonly invitation: InvitationRow
  readonly organization: OrganizationRow
  readonly account: AccountRow | undefined
}

type Link = { readonly token: string; readonly place: RequestPlace }

/** Opens the invitation of a link; throws when the link was used, was withdrawn or is too old. */
export async function openInvitation(
  ctx: Context,
  { token, place }: Link,
): Promise<AcceptInvitationHandle> {
  const waitSeconds = await countSensitiveRequest(ctx, { purpose: 'link', address: place.address })
  if (waitSeconds !== undefined) throw tooMany(waitSeconds)
  const invitation = await findInvitationByToken(ctx, digestOf(token))
  if (!invitation) throw linkIsClosed()
  const { organization_id: organizationId, email } = invitation
  const organization = await findOrganization({ db: ctx.db, organizationId })
  if (!organization) throw linkIsClosed()
  return { invitation, organization, account: await findAccountByAddress(ctx, email) }
}

type AcceptInvitationOptions = Link & {
  readonly password: string | undefined
  readonly session: Session | null
}

type AcceptedInvitation = {
  readonly userId: number
  readonly organization: OrganizationRow
  readonly invitation: InvitationRow
}

/**
 * Makes the invited person a member and switches their session to the organization. Only that
 * person can accept: an existing account must be signed in, and a new one is created otherwise.
 */
export async function acceptInvitation(
  ctx: Context,
  { password, session, ...link }: AcceptInvitationOptions,
): Promise<AcceptedInvitation> {
  const openedInvitation = await openInvitation(ctx, link)
  const { invitation, organization, account } = openedInvitation
  if (session && session.user.id !== account?.id) {
    throw accessRefused('IDM', 'This invitation was sent to a different email address.')
  }
  if (account && !session) {
    throw accessRefused('sign_in', `Sign in as ${invitation.email} first.`)
  }
  const passwordHash = account ? null : await hashOfNew(ctx, invitation, password)
  return ctx.db.transaction().execute(async (db) => {
    const transaction = { ...ctx, db }
    const { email, role, organization_id: organizationId } = invitation
    if (!(await consumeInvitation(transaction, digestOf(link.token)))) throw linkIsClosed()
    const person =
      account ??
      (await insertAccount(transaction, {
        username: email,
        email,
        password_hash: passwordHash,
        is_address_proved: ctx.config.access.mailUrl !== undefined,
      }))
    if (!person) throw accessRefused('sign_in', `Sign in as ${email} first.`)
    await addMember(transaction, { organizationId, userId: person.id, role })
    await recordAccepted({ db, organizationId }, person, { role, place: link.place })
    if (session) await updateSessionOrganization(transaction, session.tokenHash, organizationId)
    return { userId: person.id, organization, invitation }
  })
}

type AcceptedRole = { readonly role: Role; readonly place: RequestPlace | undefined }

/** Records in the audit log that an invited person has become a member. */
export const recordAccepted = (
  tenant: Tenant,
  { id, email }: Pick<AccountRow, 'id' | 'email'>,
  { role, place }: AcceptedRole,
) =>
  recordChange(
    tenant,
    { userId: id, email, place },
    {
      action: 'invitation.accepted',
      subject: { type: 'invitation', id: email, name: email },
      after: { role },
    },
  )

async function hashOfNew(
  { config }: Pick<Context, 'config'>,
  { email }: InvitationRow,
  password: string | undefined,
): Promise<string> {
  if (config.access.signUp === 'off') {
    throw accessRefused('USR', 'Only an administrator can create accounts in this installation.')
  }
  if (password === undefined) throw invalid('password', 'This field is required.', 'required')
  const problem = await judgePassword(password, { username: email, email })
  if (problem) throw invalid('password', problem)
  return hashPassword(password)
}
