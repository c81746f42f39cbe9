import { invalid } from '../../../platform/app-error.ts'
import type { Context, RequestPlace } from '../../../platform/context.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { findAccountByAddress, hasAccountOf } from '../accounts/accounts.store.ts'
import { domainOf, judgeAddress, plainAddress } from '../accounts/judge-address.ts'
import { judgePassword } from '../accounts/judge-password.ts'
import { createToken, digestOf, inHours } from '../accounts/one-time-token.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { accessRefused, linkIsClosed, tooMany } from '../accounts/refuse-access.ts'
import type { Equip } from '../founding/found-organization.ts'
import { countSensitiveRequest } from '../sign-in/slow-down.ts'
import {
  alreadyHasAccount,
  createOwnOrganization,
  type OwnOrganization,
} from './create-own-organization.ts'
import { consumeWaitingAccount, insertWaitingAccount } from './waiting-accounts.store.ts'

type SignUpOptions = {
  readonly email: string
  readonly password: string
  readonly organizationName: string
}

type From = {
  readonly place: RequestPlace
  /** Origin of the links in mails. */
  readonly origin: string
}

type SignUpResult = OwnOrganization

const linkHours = 24

/**
 * Whether an address must be confirmed before the account is created: only where mail is
 * configured.
 */
export const confirmsMail = ({ config }: Pick<Context, 'config'>): boolean =>
  config.access.mailUrl !== undefined

/**
 * Creates an account with its own organization. Returns `undefined` when the address must first be
 * confirmed by mail: then the reply is the same whether or not an account exists, and only the mail
 * tells.
 */
export async function signUp(
  ctx: Context,
  equip: Equip,
  { place, origin, ...newAccount }: SignUpOptions & From,
): Promise<SignUpResult | undefined> {
  const email = plainAddress(newAccount.email)
  await refuseUnlessOpen(ctx, place.address)
  await assertAddressAllowed(ctx, email)
  const problem = await judgePassword(newAccount.password, { username: email, email })
  if (problem) throw invalid('password', problem)
  const passwordHash = await hashPassword(newAccount.password)
  const person = { email, passwordHash, organizationName: newAccount.organizationName, place }
  if (!confirmsMail(ctx)) {
    return ctx.db
      .transaction()
      .execute((db) =>
        createOwnOrganization({ ...ctx, db }, equip, { ...person, isAddressProved: false }),
      )
  }
  await sendConfirmationMail(ctx, { ...person, origin })
  return undefined
}

/** Creates the account whose address was confirmed by opening the link. */
export async function confirmSignUp(
  ctx: Context,
  equip: Equip,
  { token, place }: { readonly token: string; readonly place: RequestPlace },
): Promise<SignUpResult> {
  const waitSeconds = await countSensitiveRequest(ctx, {
    purpose: 'link',
    address: place.address,
  })
  if (waitSeconds !== undefined) throw tooMany(waitSeconds)
  return ctx.db.transaction().execute(async (db) => {
    const transaction = { ...ctx, db }
    const waitingAccount = await consumeWaitingAccount(transaction, digestOf(token))
    if (!waitingAccount) throw linkIsClosed()
    return createOwnOrganization(transaction, equip, {
      email: waitingAccount.email,
      passwordHash: waitingAccount.password_hash,
      isAddressProved: true,
      organizationName: waitingAccount.organization_name,
      place,
    })
  })
}

async function refuseUnlessOpen(ctx: Context, address: string): Promise<void> {
  if (ctx.config.access.signUp !== 'open') throw signUpIsClosed()
  const waitSeconds = await countSensitiveRequest(ctx, { purpose: 'sign-up', address })
  if (waitSeconds !== undefined) throw tooMany(waitSeconds)
}

export const signUpIsClosed = () =>
  accessRefused(
    'USR',
    'Only admins can create accounts in this installation. Ask one of them for an invitation.',
  )

/** Throws when the address may not create its own account. */
export async function assertAddressAllowed(ctx: Context, email: string): Promise<void> {
  const { addresses } = ctx.config.access
  const wrong = await judgeAddress(email, addresses)
  if (wrong?.code === 'INS') throw accessRefused('INS', wrong.detail, 'email')
  if (wrong) throw invalid('email', wrong.detail, wrong.code)
  if (!addresses.isOneOrganizationPerDomain || !(await hasAccountOf(ctx, domainOf(email)))) return
  // When addresses are confirmed by mail, the reply does not reveal whether an account exists.
  const mayRevealAccount = !confirmsMail(ctx)
  if (mayRevealAccount && (await findAccountByAddress(ctx, email))) throw alreadyHasAccount()
  throw accessRefused(
    'USF',
    `There is already an account for ${domainOf(email)}. Ask its owner for an invitation.`,
    'email',
  )
}

type UnconfirmedAccount = {
  readonly email: string
  readonly passwordHash: string
  readonly organizationName: string
  readonly origin: string
}

async function sendConfirmationMail(
  ctx: Context,
  { email, passwordHash, organizationName, origin }: UnconfirmedAccount,
): Promise<void> {
  const { token, tokenHash } = createToken()
  await ctx.db.transaction().execute(async (db) => {
    const transaction = { ...ctx, db }
    if (await findAccountByAddress(transaction, email)) {
      return queueMail(transaction, { to: email, ...alreadyThere(origin) })
    }
    await insertWaitingAccount(transaction, {
      token_hash: tokenHash,
      email,
      password_hash: passwordHash,
      organization_name: organizationName,
      expires_at: inHours(linkHours),
    })
    await queueMail(transaction, {
      to: email,
      ...confirmation(`${origin}/sign-up/confirm?token=${token}`),
    })
  })
}

const confirmation = (link: string) => ({
  subject: 'Confirm your address for Recto',
  text: `Someone, most likely you, wants to create a Recto account with this address.

To create it, open this link within ${linkHours} hours. It works once:
${link}

If this was not you, ignore this email. No account is created unless the link is opened.
`,
})

const alreadyThere = (origin: string) => ({
  subject: 'You already have a Recto account',
  text: `Someone, most likely you, tried to create a Recto account with this email address, but an account already exists for it.

Sign in: ${origin}/api/v1/login
Choose a new password: ${origin}/forgotten-password

If this was not you, ignore this email.
`,
})
