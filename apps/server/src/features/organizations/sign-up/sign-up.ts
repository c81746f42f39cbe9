import { invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { findAccountByAddress, hasAccountOf } from '../accounts/accounts.store.ts'
import { domainOf, judgeAddress, plainAddress } from '../accounts/judge-address.ts'
import { judgePassword } from '../accounts/judge-password.ts'
import { digestOf, inHours, makeToken } from '../accounts/one-time-token.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { accessRefused, linkIsClosed, tooMany } from '../accounts/refuse-access.ts'
import type { Equip } from '../founding/found-organization.ts'
import { takeAsk } from '../sign-in/slow-down.ts'
import { alreadyHasAccount, makeOwnOrganization } from './make-own-organization.ts'
import { insertWaitingAccount, takeWaitingAccount } from './waiting-accounts.store.ts'

type Wanted = {
  readonly email: string
  readonly password: string
  readonly organizationName: string
}

type From = {
  readonly address: string
  /** Of the links in mails. */
  readonly origin: string
}

type Made = Awaited<ReturnType<typeof makeOwnOrganization>>

const linkHours = 24

/** Whether an address is confirmed before there is an account: only where mails arrive. */
export const confirmsMail = ({ config }: Pick<Context, 'config'>): boolean =>
  config.access.mailUrl !== undefined

/**
 * Makes an account with an organization of its own. `undefined` when a mail asks to confirm the address
 * first; that one replies alike whether there is an account already, and the mail says so.
 */
export async function signUp(
  ctx: Context,
  equip: Equip,
  { address, origin, ...wanted }: Wanted & From,
): Promise<Made | undefined> {
  const email = plainAddress(wanted.email)
  await refuseUnlessOpen(ctx, address)
  await assertAddressAllowed(ctx, email)
  const problem = await judgePassword(wanted.password, { username: email.split('@', 1)[0] ?? '' })
  if (problem) throw invalid('password', problem)
  const passwordHash = await hashPassword(wanted.password)
  const person = { email, passwordHash, organizationName: wanted.organizationName }
  if (!confirmsMail(ctx)) {
    return ctx.db
      .transaction()
      .execute((db) =>
        makeOwnOrganization({ ...ctx, db }, equip, { ...person, isAddressProved: false }),
      )
  }
  await askToConfirm(ctx, { ...person, origin })
  return undefined
}

/** Makes the account whose address is confirmed by having the link. */
export async function confirmSignUp(
  ctx: Context,
  equip: Equip,
  { token, address }: { readonly token: string; readonly address: string },
): Promise<Made> {
  const waitSeconds = await takeAsk(ctx, { purpose: 'link', address })
  if (waitSeconds !== undefined) throw tooMany(waitSeconds)
  return ctx.db.transaction().execute(async (db) => {
    const within = { ...ctx, db }
    const waiting = await takeWaitingAccount(within, digestOf(token))
    if (!waiting) throw linkIsClosed()
    return makeOwnOrganization(within, equip, {
      email: waiting.email,
      passwordHash: waiting.password_hash,
      isAddressProved: true,
      organizationName: waiting.organization_name,
    })
  })
}

async function refuseUnlessOpen(ctx: Context, address: string): Promise<void> {
  if (ctx.config.access.signUp !== 'open') throw signUpIsClosed()
  const waitSeconds = await takeAsk(ctx, { purpose: 'sign-up', address })
  if (waitSeconds !== undefined) throw tooMany(waitSeconds)
}

export const signUpIsClosed = () =>
  accessRefused('USR', 'Accounts are made by the admins here: ask one for an invitation.')

/** The rules for an address that makes its own account, of whatever kind. */
export async function assertAddressAllowed(ctx: Context, email: string): Promise<void> {
  const { addresses } = ctx.config.access
  const wrong = await judgeAddress(email, addresses)
  if (wrong?.code === 'INS') throw accessRefused('INS', wrong.detail, 'email')
  if (wrong) throw invalid('email', wrong.detail, wrong.code)
  if (!addresses.isDomainTaken || !(await hasAccountOf(ctx, domainOf(email)))) return
  // Where a mail tells who has an account, nobody else is told.
  const isTold = !confirmsMail(ctx)
  if (isTold && (await findAccountByAddress(ctx, email))) throw alreadyHasAccount()
  throw accessRefused(
    'USF',
    `There is an account of ${domainOf(email)} already: ask its owner for an invitation.`,
    'email',
  )
}

type Confirmed = {
  readonly email: string
  readonly passwordHash: string
  readonly organizationName: string
  readonly origin: string
}

async function askToConfirm(
  ctx: Context,
  { email, passwordHash, organizationName, origin }: Confirmed,
): Promise<void> {
  const { token, tokenHash } = makeToken()
  await ctx.db.transaction().execute(async (db) => {
    const within = { ...ctx, db }
    if (await findAccountByAddress(within, email)) {
      return queueMail(within, { to: email, ...alreadyThere(origin) })
    }
    await insertWaitingAccount(within, {
      token_hash: tokenHash,
      email,
      password_hash: passwordHash,
      organization_name: organizationName,
      expires_at: inHours(linkHours),
    })
    await queueMail(within, {
      to: email,
      ...confirmation(`${origin}/sign-up/confirm?token=${token}`),
    })
  })
}

const confirmation = (link: string) => ({
  subject: 'Confirm your address for Recto',
  text: `Somebody, most likely you, wants an account of Recto with this address.

To make it, open this link within ${linkHours} hours. It works once:
${link}

If that was not you, do nothing: without the link there is no account.
`,
})

const alreadyThere = (origin: string) => ({
  subject: 'You have an account of Recto',
  text: `Somebody, most likely you, wants an account of Recto with this address. There is one already.

Sign in: ${origin}/api/v1/login
Forgotten the password: ${origin}/forgotten-password

If that was not you, do nothing.
`,
})
