import type { Role } from '@recto/contract/policy/policy'
import { AppError } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { cleanAddressForMail, cleanNameForMail } from '../../../platform/mail/clean-name.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { findAccountByAddress } from '../accounts/accounts.store.ts'
import { judgeAddress, plainAddress } from '../accounts/judge-address.ts'
import { createToken, inHours } from '../accounts/one-time-token.ts'
import { recordChange } from '../audit/record-change.ts'
import { findMember } from '../members/members.store.ts'
import { roleNamed } from '../members/roles.ts'
import { findOrganization } from '../organization/organizations.store.ts'
import { countSensitiveRequest } from '../sign-in/slow-down.ts'
import { countInvitation, upsertInvitation } from './invitations.store.ts'

type InviteMembersOptions = { readonly email: string; readonly role?: string | null | undefined }

export type InvitationOutcome = {
  readonly email: string
  readonly status: 'success' | 'failed'
  readonly message: string
  readonly link?: string
}

type Inviter = {
  readonly actor: Actor
  readonly address: string
  /** Origin of the links in the mails. */
  readonly origin: string
}

const linkDays = 7

/** Rules that accept any valid address: whom to invite is the admin's decision. */
export const anyAddress = {
  allowedDomains: [],
  deniedDomains: [],
  allowsDisposable: true,
  isOneOrganizationPerDomain: false,
}

/** Invites each address separately: a refusal of one does not affect the others. */
export async function inviteMembers(
  ctx: Context,
  from: Inviter,
  requests: readonly InviteMembersOptions[],
): Promise<readonly InvitationOutcome[]> {
  const outcomes: InvitationOutcome[] = []
  for (const { email: address, role: roleName } of requests) {
    const email = plainAddress(address)
    const role = roleName ? roleNamed(roleName, ctx.config.productId) : 'user'
    const problem = role ? await findProblem(ctx, from, email) : 'This role does not exist.'
    const isRefused = problem !== undefined || role === undefined
    outcomes.push(
      isRefused
        ? { email, status: 'failed', message: problem ?? '' }
        : await invite(ctx, from, { email, role }).catch((error: unknown) =>
            toFailedOutcome(error, { email, outcomes }),
          ),
    )
  }
  return outcomes
}

type FailedInvitation = {
  readonly email: string
  /** Outcomes of the addresses before it. */
  readonly outcomes: readonly InvitationOutcome[]
}

/**
 * Once the organization has used up the invitations of the day, a request that invites nobody is
 * refused as a whole, and one that has invited some tells which are missing.
 */
function toFailedOutcome(error: unknown, { email, outcomes }: FailedInvitation): InvitationOutcome {
  const isOverLimit = error instanceof AppError && error.kind === 'over-limit'
  if (!isOverLimit || outcomes.every(({ status }) => status === 'failed')) throw error
  return { email, status: 'failed', message: error.message }
}

async function findProblem(
  ctx: Context,
  { actor, address }: Inviter,
  email: string,
): Promise<string | undefined> {
  const wrong = await judgeAddress(email, anyAddress)
  if (wrong) return wrong.detail
  const account = await findAccountByAddress(ctx, email)
  const member = account && (await findMember(tenantOf(ctx, actor), account.id))
  if (member) return 'This person is already a member.'
  const waitSeconds = await countSensitiveRequest(ctx, {
    purpose: 'invitation',
    address,
    concernedAddress: email,
  })
  if (waitSeconds === undefined) return undefined
  return `Too many invitations. Try again in ${waitSeconds} seconds.`
}

type NewInvitee = { readonly email: string; readonly role: Role }

/**
 * Stores an invitation with its mail and returns the link. Call it in a transaction. Throws 429 if
 * the organization has used up its invitations of the day.
 */
export async function storeInvitation(
  transaction: Context,
  { actor, origin }: Pick<Inviter, 'actor' | 'origin'>,
  { email, role }: NewInvitee,
): Promise<string> {
  const { token, tokenHash } = createToken()
  const link = `${origin}/invitation?token=${token}`
  const tenant = tenantOf(transaction, actor)
  const { invitationsPerDay } = transaction.config.access
  if (!(await countInvitation(tenant, invitationsPerDay)))
    throw tooManyInvitations(invitationsPerDay)
  const organization = await findOrganization(tenant)
  const expiresAt = inHours(linkDays * 24)
  await upsertInvitation(tenant, { tokenHash, email, role, invitedBy: actor.userId, expiresAt })
  await recordChange(tenant, actor, {
    action: 'member.invited',
    subject: { type: 'invitation', id: email, name: email },
    after: { role },
  })
  const name = cleanNameForMail(organization?.display_name ?? actor.organization.name)
  await queueMail(transaction, {
    to: email,
    ...mailOf({ name, inviter: cleanAddressForMail(actor.email), link }),
  })
  return link
}

async function invite(
  ctx: Context,
  from: Inviter,
  { email, role }: NewInvitee,
): Promise<InvitationOutcome> {
  const link = await ctx.db
    .transaction()
    .execute((db) => storeInvitation({ ...ctx, db }, from, { email, role }))
  const isSent = ctx.config.access.mailUrl !== undefined
  return isSent
    ? { email, status: 'success', message: 'An invitation is on its way.' }
    : {
        email,
        status: 'success',
        message: 'No mail server is configured. Send the link to this person yourself.',
        link,
      }
}

const hourSeconds = 3600
const daySeconds = 24 * hourSeconds

function tooManyInvitations(invitationsPerDay: number): AppError {
  const retryAfterSeconds = daySeconds - (Math.floor(Date.now() / 1000) % daySeconds)
  const hours = Math.ceil(retryAfterSeconds / hourSeconds)
  const detail =
    `This organization has already sent ${invitationsPerDay} invitations today, which is the limit. ` +
    `Try again in ${hours} ${hours === 1 ? 'hour' : 'hours'}.`
  return new AppError('over-limit', [{ code: 'throttled', detail, attr: null }], {
    retryAfterSeconds,
  })
}

type InvitationMail = { readonly name: string; readonly inviter: string; readonly link: string }

const mailOf = ({ name, inviter, link }: InvitationMail) => ({
  subject: `${name} has invited you to Recto`,
  text: `${inviter} has invited you to join ${name} on Recto.

To accept, open this link within ${linkDays} days. It works once, and only for this address:
${link}

If you did not expect this invitation, you can ignore this email.
`,
})
